import CNotify
import Foundation
import Glibc

/// The desktop through libnotify; only this file calls its C functions.
///
/// It is unchecked because the compiler cannot see the rule of ``DesktopSession``: all but two
/// methods run on one thread, and those two only use the handle, which lives as long as this
/// object.
final class LibnotifySession: DesktopSession, @unchecked Sendable {
    private let handle: OpaquePointer
    private let inbox: LibnotifyInbox
    /// libnotify's notifications by our key, and our keys by the number that events name.
    private var popups: [String: (token: UInt64, handle: OpaquePointer)] = [:]
    private var keys: [UInt64: String] = [:]
    private var lastToken: UInt64 = 0

    /// The time limits for one call to the bus and to the daemon, in milliseconds.
    ///
    /// Together they stay below the deadline of a delivery.
    private enum Timeout {
        static let bus: Int32 = 1_000
        static let daemon: Int32 = 1_500
        static let start: Int32 = 3_000
        static let lock: Int32 = 300
    }

    /// A service on the bus.
    private struct Service {
        static let bus = Service(name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")
        static let daemon = Service(
            name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications")
        /// The specification's screen saver first, then GNOME's own.
        static let savers = [
            Service(name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver"),
            Service(name: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver"),
        ]
        /// logind keeps a hint for each session; /auto is that of the asking process.
        static let logind = Service(
            name: "org.freedesktop.login1", path: "/org/freedesktop/login1/session/auto",
            interface: "org.freedesktop.DBus.Properties", isOnSystemBus: true)

        let name: String
        let path: String
        /// `nil` is the service's name.
        var interface: String?
        var isOnSystemBus = false
    }

    /// Loads libnotify if need be; the calling thread is the session's from now on.
    init() throws(DesktopFailure) {
        let inbox = LibnotifyInbox()
        var problem = [CChar](repeating: 0, count: 256)
        var session: OpaquePointer?
        let result = sv_notify_session_open(
            libnotifyEvent, Unmanaged.passUnretained(inbox).toOpaque(), &problem, problem.count,
            &session)
        switch (result, session) {
        case (.done, let session?): handle = session
        case (.busy, _): throw .busyElsewhere
        case (.noLibrary, _): throw .noLibrary(Self.text(problem))
        default: throw .failed(Self.text(problem))
        }
        self.inbox = inbox
    }

    deinit { sv_notify_session_free(handle) }

    var isConnected: Bool { sv_notify_is_connected(handle) }

    func connect(as application: String) throws(DesktopFailure) {
        guard Self.hasBusAddress else { throw .noAddress }
        let result = sv_notify_connect(handle, application)
        if result == .unreachable { throw .noBus(message) }
        try check(result, orSilent: .busSilent)
    }

    func disconnect() {
        forgetAll()
        sv_notify_disconnect(handle)
    }

    func daemon() throws(DesktopFailure) -> String? {
        do {
            return try ask(
                .bus, "GetNameOwner", "('\(Service.daemon.name)',)", reply: "(s)", Timeout.bus
            ).first
        } catch .noDaemon { return nil }
    }

    func canStartDaemon() throws(DesktopFailure) -> Bool {
        try ask(.bus, "ListActivatableNames", reply: "(as)", Timeout.bus)
            .contains(Service.daemon.name)
    }

    func startDaemon() throws(DesktopFailure) {
        do {
            let arguments = "('\(Service.daemon.name)', uint32 0)"
            _ = try ask(
                .bus, "StartServiceByName", arguments, reply: "(u)", Timeout.start,
                orSilent: .daemonSilent)
        } catch .noDaemon { throw .failed(message) }
    }

    func server() throws(DesktopFailure) -> DesktopServer {
        let facts = try askDaemon("GetServerInformation", reply: "(ssss)")
        let capabilities = try askDaemon("GetCapabilities", reply: "(as)")
        guard facts.count >= 4 else { throw .failed("no facts about the daemon") }
        return DesktopServer(
            name: facts[0], version: facts[2],
            capabilities: Set(capabilities.filter { !$0.isEmpty }))
    }

    func isLocked() -> Bool {
        let isLocked = Service.savers.contains { saver in
            (try? ask(saver, "GetActive", reply: "(b)", Timeout.lock))?.first == "true"
        }
        let hint = "('org.freedesktop.login1.Session', 'LockedHint')"
        return isLocked
            || (try? ask(.logind, "Get", hint, reply: "(v)", Timeout.lock))?.first == "true"
    }

    /// The path of the installed icon: not every daemon searches the icons of applications by name
    /// (dunst).
    private static let icon: String = {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        let file = prefix.appending(path: "share/icons/hicolor/scalable/apps/saldovakt.svg").path
        return FileManager.default.fileExists(atPath: file) ? file : "saldovakt"
    }()

    /// Sets up a popup and shows it, in its place if it is on the screen.
    func show(_ appearance: DesktopAppearance, key: String) throws(DesktopFailure) {
        let popup = try popup(appearance, key)
        sv_notify_popup_update(
            popup, appearance.title, appearance.body, Self.icon, appearance.urgency,
            appearance.category)
        for action in appearance.actions {
            sv_notify_popup_add_action(popup, action.choice.rawValue, action.label)
        }
        for hint in appearance.hints { sv_notify_popup_set_hint(popup, hint.name, hint.value) }
        try check(sv_notify_popup_show(popup), orSilent: .daemonSilent)
    }

    func forget(_ key: String) {
        guard let popup = popups.removeValue(forKey: key) else { return }
        keys[popup.token] = nil
        sv_notify_popup_destroy(popup.handle)
    }

    func forgetAll() { for key in Array(popups.keys) { forget(key) } }

    func wait() -> [DesktopEvent] {
        sv_notify_session_wait(handle)
        return inbox.take().compactMap(event)
    }

    func wake() { sv_notify_session_wake(handle) }

    func interrupt() { sv_notify_session_interrupt(handle) }

    func close() {
        // Popups first: libnotify would remove those it knows from the screen.
        forgetAll()
        sv_notify_session_close(handle)
    }

    private func popup(
        _ appearance: DesktopAppearance, _ key: String
    ) throws(DesktopFailure) -> OpaquePointer {
        if let popup = popups[key] { return popup.handle }
        lastToken += 1
        let popup = sv_notify_popup_create(handle, lastToken, appearance.title, appearance.body)
        guard let popup else { throw .failed("no memory") }
        popups[key] = (lastToken, popup)
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

    private func askDaemon(
        _ method: String, reply type: String
    ) throws(DesktopFailure) -> [String] {
        try ask(.daemon, method, reply: type, Timeout.daemon, orSilent: .daemonSilent)
    }

    private func ask(
        _ service: Service, _ method: String, _ arguments: String? = nil, reply type: String,
        _ milliseconds: Int32, orSilent silent: DesktopFailure = .busSilent
    ) throws(DesktopFailure) -> [String] {
        var lines = [CChar](repeating: 0, count: 65_536)
        let result = sv_notify_call(
            handle, service.isOnSystemBus, service.name, service.path,
            service.interface ?? service.name, method, arguments, type, milliseconds, &lines,
            lines.count)
        try check(result, orSilent: silent)
        return Self.text(lines).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
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
        case .unreachable, .noLibrary, .busy, .failed: throw .failed(message)
        }
    }

    /// Whether the session bus has an address: in a variable, or in the user's runtime folder,
    /// where GIO finds it.
    ///
    /// Without one, GIO would start a second bus with `dbus-launch`, and a second daemon on it.
    private static var hasBusAddress: Bool {
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
        var status = stat()
        return stat(String(cString: folder) + "/bus", &status) == 0
            && status.st_mode & S_IFMT == S_IFSOCK
    }

    private var message: String {
        DisplayText.line(String(cString: sv_notify_message(handle)), limit: 200)
    }

    private static func text(_ buffer: [CChar]) -> String {
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Collects events from C until the call that caused them has returned.
///
/// A popup must not be destroyed from within its own event, so nothing else is done there.
final class LibnotifyInbox {
    struct Item {
        let kind: SVNotifyEvent
        let token: UInt64
        let action: String?
        let text: String?
    }

    private var items: [Item] = []

    func add(_ item: Item) { items.append(item) }

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
