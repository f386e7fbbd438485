import Foundation
import TestSupport
import Testing

@Suite("Login and logout, with GNOME's keyring")
struct LoginTests {
    /// A session bus with an unlocked keyring on it, and nothing of anybody's.
    private final class Session: Sendable {
        let scratch: Scratch
        let environment: [String: String]
        private let bus: ForeignProcess
        private let keyring: ForeignProcess

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
            keyring.send("password of the test")
            keyring.endInput()
        }

        deinit {
            keyring.signal(SIGTERM)
            bus.signal(SIGTERM)
        }

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
    }

    @Test("store what is piped in, print the settings' lines, and take it out again")
    func roundTrip() async throws {
        let session = try await Session()
        #expect(try await session.isReady())
        let empty = try await session.run(["login", "sbanken"], input: ["", "", ""])
        #expect(empty.code == 1)
        #expect(empty.errors.contains("[no-answer]"))
        let login = try await session.run(
            ["login", "sbanken"], input: ["my-id", "my+secret/1%", "01017012345"])
        #expect(login.code == 0, "\(login.errors)")
        #expect(
            login.lines == [
                #""clientId": {"keyring": "sbanken-client-id"},"#,
                #""clientSecret": {"keyring": "sbanken-client-secret"},"#,
                #""customerId": {"keyring": "sbanken-customer-id"},"#,
            ])
        let settings = try session.scratch.write(
            """
            { "version": 1, "banks": [ { "id": "sbanken", "type": "sbanken",
                \(login.lines.joined(separator: "\n")) } ] }
            """, to: "settings.json")
        let doctor = ["doctor", "--json", "--settings", settings.path]
        #expect(try await session.run(doctor).lines.joined().contains("3 references can be read"))
        #expect(
            try await session.run(["logout", "sbanken"]).lines == ["removed 3 of bank sbanken"])
        #expect(try await session.run(doctor).code == 4)
        #expect(try await session.run(["logout", "sbanken"]).errors.contains("[not-logged-in]"))
    }

    @Test("show nothing of what is typed")
    func typing() async throws {
        let session = try await Session()
        #expect(try await session.isReady())
        let terminal = try await login(in: session)
        try await terminal.press("Enter")
        #expect(try await terminal.shows("b customer id (may be empty):"))
        try await terminal.press("Enter")
        #expect(try await terminal.shows("left with 0"))
        #expect(try await !terminal.screen().contains("planted"))
        #expect(try await session.run(["logout", "b"]).lines == ["removed 2 of bank b"])
    }

    @Test("store nothing after Ctrl-C")
    func leaving() async throws {
        let session = try await Session()
        #expect(try await session.isReady())
        let terminal = try await login(in: session)
        try await terminal.press("C-c")
        #expect(try await terminal.shows("left with 130"))
        #expect(try await session.run(["logout", "b"]).code == 1)
    }

    /// A terminal where a login waits for the end of its second answer.
    private func login(in session: Session) async throws -> Tmux {
        let terminal = try await Tmux(in: session.scratch)
        let variables = session.environment.map { "\($0.key)='\($0.value)'" }
        try await terminal.type(
            "clear; env \(variables.joined(separator: " ")) '\(Project.program.path)' login b; "
                + "echo left with $?")
        try await terminal.press("Enter")
        let isAsked = try await terminal.shows("b client id:")
        let screen = try await terminal.screen()
        #expect(isAsked, "\(screen)")
        try await terminal.type("planted-id")
        try await terminal.press("Enter")
        #expect(try await terminal.shows("b client secret:"))
        try await terminal.type("planted-secret")
        return terminal
    }
}
