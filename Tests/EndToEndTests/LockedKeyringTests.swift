import Foundation
import SaldovaktKit
import Store
import TestSupport
import Testing

@Suite("A store that is shown only while the keyring is unlocked", .programs)
struct LockedKeyringTests {
    /// What the program under test does; each way out has a number of its own.
    private static func follow(_ state: String, _ environment: [String: String]) async throws {
        for (name, value) in environment { setenv(name, value, 1) }
        let store = try FinanceStore.open(folder: state, options: .whileKeyringIsUnlocked)
        func isShown() async throws -> Bool {
            do {
                return try await store.accounts(query: AccountQuery()).count == 1
            } catch FinanceError.dataRestricted(.financialData) {
                return false
            }
        }
        guard try await isShown() else { exit(2) }
        for _ in 0..<2 {
            try await KeyringSession.lock(environment)
            guard try await !isShown() else { exit(3) }
            try await KeyringSession.unlock(environment)
            guard try await isShown() else { exit(4) }
        }
        exit(0)
    }

    @Test("22: dataRestricted while GNOME's keyring is locked; recovery without a restart")
    func locked() async throws {
        let session = try await KeyringSession()
        #expect(try await session.isReady())
        let state = session.scratch.path("state").path
        do {
            let store = try SQLiteAlertStore.open(folder: state)
            try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        }
        let environment = session.environment
        await #expect(processExitsWith: .success) {
            [state = state as String, environment = environment as [String: String]] in
            try await Self.follow(state, environment)
        }
    }

    @Test("a poll and doctor say that the keyring is locked, and ask nobody to unlock it")
    func polls() async throws {
        let session = try await KeyringSession()
        #expect(try await session.isReady())
        let secret = try session.scratch.write("invented", to: "secret")
        let settings = try session.scratch.write(
            """
            { "version": 1, "banks": [ { "id": "sb1", "type": "sparebank1", "signIn": "keyring",
              "clientId": {"file": "\(secret.path)"}, "clientSecret": {"file": "\(secret.path)"},
              "apiURL": "http://127.0.0.1:9", "authURL": "http://127.0.0.1:9" } ] }
            """, to: "settings.json"
        ).path
        let rules = try session.scratch.write(
            #"{ "version": 1, "rules": ["balance under 100"] }"#, to: "rules.json"
        ).path
        try await KeyringSession.lock(session.environment)
        let poll = try await session.run([
            "watch", "--once", "--settings", settings, "--rules", rules,
        ])
        #expect(poll.errors.contains("the sign-in of bank sb1: the keyring is locked"))
        let doctor = try await session.run(["doctor", "--settings", settings, "--rules", rules])
        #expect(doctor.lines.contains { $0.contains("sign-in sb1") && $0.contains("is locked") })
        #expect(doctor.lines.contains { $0.contains("keyring: the keyring is locked") })
    }
}
