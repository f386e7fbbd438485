import Finance
import SandboxBank
import TestSupport
import Testing

extension SwitchEffects {
    private static func read(
        _ client: TestClient, version: Int = 2, from day: Int = 0
    ) async throws -> RawResponse {
        let secret = TestClient.basic("fakeclient0000000000000000000000", "sandbox+secret/100%")
        return try await client.send(
            "GET", "/simplefin/accounts?version=\(version)&pending=1&start-date=\(day * 86_400)",
            headers: ["Authorization: \(secret)"])
    }

    /// The checks of a SimpleFIN server.
    static let ofSimpleFIN: [String: Check] = [
        "simplefin": { server, client in
            for (word, status) in [("payment", 402), ("revoked", 403), ("fine", 200)] {
                try server.set(.simplefin, .choice(word))
                #expect(try await read(client).status == status)
            }
            for (word, code) in [("signInFailed", "gen.auth"), ("capped", "gen.api")] {
                try server.set(.simplefin, .choice(word))
                let errors = try await read(client).json?["errlist"]?.elements
                #expect(errors?.map { $0["code"]?.string } == [code])
            }
            // What lies within the server's reach is not capped.
            let near = try await read(client, from: Self.today.dayNumber - 20).json
            #expect(near?["errlist"]?.elements?.isEmpty == true)
            try server.set(.simplefin, "version1")
            let first = try await read(client).json
            #expect(first?["errlist"] == nil && first?["errors"]?.elements?.count == 1)
            try server.set(.simplefin, "alike")
            let names = try await read(client).json?["accounts"]?.elements?.map {
                $0["name"]?.string
            }
            #expect(Set(names ?? []) == ["Checking"])
            try server.set(.simplefin, "quota")
            // Nine reads were made above.
            var warnings: [Int] = []
            while try await read(client).status == 200, warnings.count < 30 {
                let errors = try await read(client).json?["errlist"]?.elements
                warnings.append(errors?.count ?? 0)
            }
            #expect(warnings.first == 0 && warnings.last == 1)
            try server.advance(to: Self.today.adding(days: 1))
            #expect(try await read(client).status == 200)
        },
        "simplefinAccounts": { server, client in
            for (word, code) in [
                ("failed", "act.failed"), ("missingData", "act.missingdata"),
                ("connectionFailed", "con.auth"),
            ] {
                try server.set(.simplefinAccounts, .choice(word))
                let errors = try await read(client).json?["errlist"]?.elements
                #expect(errors?.map { $0["code"]?.string } == [code])
                #expect(errors?.first?["msg"] != nil)
            }
            try server.set(.simplefinAccounts, "draft")
            let draft = try await read(client).json?["errlist"]?.elements?.first
            #expect(draft?["message"] != nil && draft?["msg"] == nil)
            for (word, text) in [
                ("reissued", #""id":"TRN-R"#), ("readded", #""id":"ACT-R"#),
                ("points", "https://bank.example/points"),
            ] {
                #expect(try await !read(client).body.contains(text))
                try server.set(.simplefinAccounts, .choice(word))
                #expect(try await read(client).body.contains(text))
            }
            try server.set(.simplefinAccounts, "stale")
            let stale = try await read(client).json?["accounts"]?.elements?.first
            let day = (Self.today.dayNumber - 5) * 86_400
            #expect(stale?["balance-date"]?.number == "\(day)")
            try server.set(.simplefinAccounts, "noDay")
            let rows = try await read(client).json?["accounts"]?.elements?.first?["transactions"]
            let pending = rows?.elements?.filter { $0["pending"] != nil } ?? []
            #expect(!pending.isEmpty && pending.allSatisfy { $0["transacted_at"] == nil })
        },
    ]

    private static let today = Make.day("2026-03-06")
}
