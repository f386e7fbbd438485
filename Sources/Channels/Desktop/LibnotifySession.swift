import CNotify

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
    private enum Patience {
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
        let result = sv_notify_daemon(handle, Patience.bus, &owner, owner.count)
        if result == .noDaemon { return nil }
        try check(result, orSilent: .busSilent)
        return Self.text(owner)
    }

    func canStartDaemon() throws(DesktopFailure) -> Bool {
        var answer = false
        try check(
            sv_notify_can_start_daemon(handle, Patience.bus, &answer), orSilent: .busSilent)
        return answer
    }

    func startDaemon() throws(DesktopFailure) {
        let result = sv_notify_start_daemon(handle, Patience.start)
        if result == .noDaemon { throw .failed(message) }
        try check(result, orSilent: .daemonSilent)
    }

    func server() throws(DesktopFailure) -> DesktopServer {
        var lines = [CChar](repeating: 0, count: 1_024)
        var names = [CChar](repeating: 0, count: 4_096)
        try check(
            sv_notify_server(handle, Patience.daemon, &lines, lines.count),
            orSilent: .daemonSilent)
        try check(
            sv_notify_capabilities(handle, Patience.daemon, &names, names.count),
            orSilent: .daemonSilent)
        let facts = Self.lines(lines) + Array(repeating: "", count: 4)
        return DesktopServer(
            name: facts[0], vendor: facts[1], version: facts[2], specification: facts[3],
            capabilities: Set(Self.lines(names).filter { !$0.isEmpty }))
    }

    func isLocked() -> Bool {
        sv_notify_is_locked(handle, Patience.lock)
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
