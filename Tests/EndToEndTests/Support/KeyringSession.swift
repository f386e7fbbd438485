import Foundation
import TestSupport

/// A session bus with an unlocked keyring on it, and nothing of anybody's.
final class KeyringSession: Sendable {
    /// The folder of the session.
    let scratch: Scratch
    /// What programs in the session need.
    let environment: [String: String]
    private let bus: ForeignProcess
    private let keyring: ForeignProcess

    /// Starts the bus and the keyring.
    init() async throws {
        scratch = try Scratch()
        let folder = scratch.folder.path
        bus = try ForeignProcess([
            Project.root.appending(path: "contrib/headless/private-bus").path, folder,
        ])
        let path = scratch.path("bus").path
        _ = await eventually { FileManager.default.fileExists(atPath: path) }
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder,
            "TERM": "xterm-256color", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)",
        ]
        keyring = try ForeignProcess(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            environment: environment)
        keyring.send(Self.password)
        keyring.endInput()
    }

    deinit {
        keyring.signal(SIGTERM)
        bus.signal(SIGTERM)
    }

    /// Runs the program in the session.
    func run(_ arguments: [String], input: [String] = []) async throws -> (
        code: Int32, lines: [String], errors: String
    ) {
        let process = try ForeignProcess(
            [Project.program.path] + arguments, environment: environment)
        for line in input { process.send(line) }
        process.endInput()
        let code = try await process.exitCode()
        return (code, process.lines, process.errorText)
    }

    /// Waits until the keyring answers.
    func isReady() async throws -> Bool {
        try await eventually { try await self.run(["logout", "nobody"]).code == 1 }
    }

    private static let password = "password of the test"

    /// Locks the keyring, as a desktop does after a while.
    static func lock(_ environment: [String: String]) async throws {
        try await call(
            """
            dbus.Interface(service, "org.freedesktop.Secret.Service").Lock([collection])
            """, environment)
    }

    /// Unlocks the keyring, as its own dialog does once it has the password.
    static func unlock(_ environment: [String: String]) async throws {
        try await call(
            #"""
            _, session = dbus.Interface(service, "org.freedesktop.Secret.Service").OpenSession(
                "plain", dbus.String("", variant_level=1))
            secret = (session, dbus.ByteArray(b""), dbus.ByteArray(b"\#(password)\n"), "text/plain")
            interface = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
            dbus.Interface(service, interface).UnlockWithMasterPassword(
                collection, dbus.Struct(secret, signature="oayays"))
            """#, environment)
    }

    /// Calls the service with the Python of the system, which knows D-Bus.
    private static func call(_ script: String, _ environment: [String: String]) async throws {
        let beginning = """
            import dbus
            service = dbus.SessionBus().get_object(
                "org.freedesktop.secrets", "/org/freedesktop/secrets")
            collection = dbus.ObjectPath("/org/freedesktop/secrets/collection/login")

            """
        let process = try ForeignProcess(
            ["/usr/bin/python3", "-c", beginning + script], environment: environment)
        guard try await process.exitCode() == 0 else {
            throw ForeignProcess.Failure(description: process.errorText)
        }
    }
}
