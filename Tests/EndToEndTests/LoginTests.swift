import Foundation
import TestSupport
import Testing

@Suite("Login and logout, with GNOME's keyring", .programs)
struct LoginTests {
    @Test("store what is piped in, print the settings' lines, and take it out again")
    func roundTrip() async throws {
        let session = try await KeyringSession()
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

    @Test("refuse an image where the settings keep no secret in the keyring")
    func uselessImage() async throws {
        let scratch = try Scratch()
        let settings = try scratch.write(
            """
            { "version": 1, "banks": [ { "id": "sb1", "type": "sparebank1",
              "clientId": {"file": "id"}, "clientSecret": {"file": "secret"} } ] }
            """, to: "settings.json"
        ).path
        let login = try await ProgramRun.of(
            ["login", "sb1", "--qr", "/nowhere.png", "--settings", settings],
            environment: ["HOME": scratch.folder.path])
        #expect(login.code == 1 && login.names("--qr", "no-keyring-entry"), "\(login.errors)")
    }

    @Test("show nothing of what is typed")
    func typing() async throws {
        let session = try await KeyringSession()
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
        let session = try await KeyringSession()
        #expect(try await session.isReady())
        let terminal = try await login(in: session)
        try await terminal.press("C-c")
        #expect(try await terminal.shows("left with 130"))
        #expect(try await session.run(["logout", "b"]).code == 1)
    }

    /// A terminal where a login waits for the end of its second answer.
    private func login(in session: KeyringSession) async throws -> Tmux {
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
