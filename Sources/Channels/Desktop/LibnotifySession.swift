import CNotify
import Glibc

/// The desktop through libnotify; the only file set that knows its C functions.
///
/// Unchecked, because the compiler cannot see the rule of ``DesktopSession``: all but two methods
/// run on one thread, and those two only use the handle, which lives as long as this object.
final class LibnotifySession: DesktopSession, @unchecked Sendable {
    private let handle: OpaquePointer
    private let inbox: LibnotifyInbox
    private var popups: [String: LibnotifyPopup] = [:]
    private var keys: [UInt64: String] = [:]
    private var lastToken: UInt64 = 0

    /// The times the bus and the daemon get for one question, in milliseconds; together they stay
    /// below the deadline of a delivery.
    private enum Timeout {
        static let bus: Int32 = 1_000
        static let daemon: Int32 = 1_500
        static let start: Int32 = 3_000
        static let lock: Int32 = 300
    }

    /// Loads libnotify if need be; the calling thread is the session's from now on.
    init() throws(DesktopFailure) {
        let inbox = LibnotifyInbox()
        var problem = [CChar](repeating: 0, count: 256)
        var session: OpaquePointer?
        let opening = sv_notify_session_open(
            libnotifyEvent, Unmanaged.passUnretained(inbox).toOpaque(), &problem, problem.count,
            &session)
        switch (opening, session) {
        case (.opened, let session?): handle = session
        case (.busy, _): throw .busyElsewhere
        case (.noLibrary, _): throw .noLibrary(Self.text(problem))
        case (.opened, nil), (.noMemory, _): throw .failed("no memory")
        }
        self.inbox = inbox
    }

    deinit {
        sv_notify_session_free(handle)
    }

    var isConnected: Bool { sv_notify_is_connected(handle) }

    func connect(as application: String) throws(DesktopFailure) {
        guard BusAddress.ofThisProcess != .none else { throw .noAddress }
        let result = sv_notify_connect(handle, application)
        if result == .unreachable { throw .noBus(message) }
        try check(result, orSilent: .busSilent)
    }

    func disconnect() {
        forgetAll()
        sv_notify_disconnect(handle)
    }

    func daemon() throws(DesktopFailure) -> String? {
        var owner = [CChar](repeating: 0, count: 256)
        let result = sv_notify_daemon(handle, Timeout.bus, &owner, owner.count)
        if result == .noDaemon { return nil }
        try check(result, orSilent: .busSilent)
        return Self.text(owner)
    }

    func canStartDaemon() throws(DesktopFailure) -> Bool {
        var answer = false
        try check(
            sv_notify_can_start_daemon(handle, Timeout.bus, &answer), orSilent: .busSilent)
        return answer
    }

    func startDaemon() throws(DesktopFailure) {
        let result = sv_notify_start_daemon(handle, Timeout.start)
        if result == .noDaemon { throw .failed(message) }
        try check(result, orSilent: .daemonSilent)
    }

    func server() throws(DesktopFailure) -> DesktopServer {
        var lines = [CChar](repeating: 0, count: 1_024)
        var names = [CChar](repeating: 0, count: 4_096)
        try check(
            sv_notify_server(handle, Timeout.daemon, &lines, lines.count),
            orSilent: .daemonSilent)
        try check(
            sv_notify_capabilities(handle, Timeout.daemon, &names, names.count),
            orSilent: .daemonSilent)
        let facts = Self.lines(lines) + Array(repeating: "", count: 4)
        return DesktopServer(
            name: facts[0], vendor: facts[1], version: facts[2], specification: facts[3],
            capabilities: Set(Self.lines(names).filter { !$0.isEmpty }))
    }

    func isLocked() -> Bool {
        sv_notify_is_locked(handle, Timeout.lock)
    }

    func show(_ appearance: DesktopAppearance, key: String) throws(DesktopFailure) {
        try check(popup(appearance, key).show(appearance), orSilent: .daemonSilent)
    }

    func forget(_ key: String) {
        guard let popup = popups.removeValue(forKey: key) else { return }
        keys[popup.token] = nil
    }

    func forgetAll() {
        popups = [:]
        keys = [:]
    }

    func wait() -> [DesktopEvent] {
        sv_notify_session_wait(handle)
        return inbox.take().compactMap(event)
    }

    func wake() {
        sv_notify_session_wake(handle)
    }

    func interrupt() {
        sv_notify_session_interrupt(handle)
    }

    func close() {
        // Popups first: libnotify would take those it knows from the screen.
        forgetAll()
        sv_notify_session_close(handle)
    }

    private func popup(
        _ appearance: DesktopAppearance, _ key: String
    ) throws(DesktopFailure) -> LibnotifyPopup {
        if let popup = popups[key] { return popup }
        lastToken += 1
        guard let popup = LibnotifyPopup(handle, token: lastToken, appearance) else {
            throw .failed("no memory")
        }
        popups[key] = popup
        keys[lastToken] = key
        return popup
    }

    private func event(_ item: LibnotifyInbox.Item) -> DesktopEvent? {
        switch (item.kind, keys[item.token]) {
        case (.daemonAppeared, _): .daemonAppeared
        case (.activated, let key?):
            .activated(key: key, action: item.action ?? "default", token: item.text)
        case (.closed, let key?): .closed(key: key)
        case (.activated, nil), (.closed, nil): nil
        }
    }

    private func check(
        _ result: SVNotifyResult, orSilent silent: DesktopFailure
    ) throws(DesktopFailure) {
        switch result {
        case .done: return
        case .timedOut, .interrupted: throw silent
        case .disconnected: throw .disconnected
        case .noDaemon: throw .noDaemon
        case .repeated: throw .repeated
        case .unreachable, .failed: throw .failed(message)
        }
    }

    private var message: String {
        DisplayText.line(String(cString: sv_notify_message(handle)), limit: 200)
    }

    private static func text(_ buffer: [CChar]) -> String {
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func lines(_ buffer: [CChar]) -> [String] {
        text(buffer).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// One of libnotify's notifications; used on the session's thread only.
final class LibnotifyPopup {
    /// By which events name it.
    let token: UInt64
    private let handle: OpaquePointer

    /// Makes a notification that is not shown yet; `nil` if there is no memory.
    init?(_ session: OpaquePointer, token: UInt64, _ appearance: DesktopAppearance) {
        let handle = sv_notify_popup_create(
            session, token, appearance.title, appearance.body)
        guard let handle else { return nil }
        self.handle = handle
        self.token = token
    }

    deinit {
        sv_notify_popup_destroy(handle)
    }

    /// Sets how it looks and shows it, in its place if it is on the screen.
    func show(_ appearance: DesktopAppearance) -> SVNotifyResult {
        sv_notify_popup_update(
            handle, appearance.title, appearance.body, appearance.urgency, appearance.category)
        for action in appearance.actions {
            sv_notify_popup_add_action(handle, action.choice.rawValue, action.label)
        }
        for hint in appearance.hints { sv_notify_popup_set_hint(handle, hint.name, hint.value) }
        return sv_notify_popup_show(handle)
    }
}

/// Events as C reports them, kept until the call that caused them has returned.
///
/// A popup must not be destroyed from within its own event, so nothing is done there but this.
final class LibnotifyInbox {
    /// One event.
    struct Item {
        let kind: SVNotifyEvent
        let token: UInt64
        let action: String?
        let text: String?
    }

    private var items: [Item] = []

    func add(_ item: Item) {
        items.append(item)
    }

    func take() -> [Item] {
        defer { items = [] }
        return items
    }
}

/// Called by C on the session's thread; free of any actor.
func libnotifyEvent(
    _ context: UnsafeMutableRawPointer, _ kind: SVNotifyEvent, _ token: UInt64,
    _ action: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) {
    let inbox = Unmanaged<LibnotifyInbox>.fromOpaque(context).takeUnretainedValue()
    inbox.add(
        LibnotifyInbox.Item(
            kind: kind, token: token, action: action.map { String(cString: $0) },
            text: text.map { String(cString: $0) }))
}

/// Where the session bus is said to be.
enum BusAddress: Equatable {
    case environment
    /// The variable is missing, but the user's runtime folder has a bus: GIO finds it by itself.
    case runtimeDirectory
    /// Nothing says so. GIO would start a second bus with `dbus-launch`, and a second daemon on
    /// it, so nothing may be tried.
    case none

    /// Applies the rule to an environment.
    init(variable: (String) -> String?, isSocket: (String) -> Bool) {
        if variable("DBUS_SESSION_BUS_ADDRESS") != nil {
            self = .environment
        } else if let folder = variable("XDG_RUNTIME_DIR"), isSocket(folder + "/bus") {
            self = .runtimeDirectory
        } else {
            self = .none
        }
    }

    /// Applies the rule to this process.
    static var ofThisProcess: BusAddress {
        BusAddress(
            variable: { name in getenv(name).map { String(cString: $0) } },
            isSocket: { path in
                var status = stat()
                return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            })
    }
}
