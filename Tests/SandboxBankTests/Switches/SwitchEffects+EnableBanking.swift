import Finance
import Foundation
import SandboxBank
import Testing

extension SwitchEffects {
    /// The checks of Enable Banking's interface.
    static let ofEnableBanking: [String: Check] = [
        "ebConsent": { server, client in
            let person = EnableBankingPerson(client)
            try server.set(.ebConsent, "unlinked")
            #expect(try await person.accounts().count == 4)
            try server.set(.ebConsent, "empty")
            let empty = try await person.session().answer
            #expect(empty.json?["error"]?.string == "NO_ACCOUNTS_ADDED")
            for (word, count) in [("newHash", 2), ("onlyHash", 1)] {
                try server.set(.ebConsent, .choice(word))
                let answer = try await person.session().answer
                let account = answer.json?["accounts"]?.elements?.first
                #expect(account?["account_id"]?["iban"]?.string == "NO6099990000001")
                #expect(account?["identification_hashes"]?.elements?.count == count)
            }
            try server.set(.ebConsent, "inactive")
            #expect(try await person.get("/aspsps?country=NO").status == 403)
        },
        "ebSession": { server, client in
            let person = EnableBankingPerson(client)
            let uid = try #require(try await person.accounts().first)
            for word in ["expired", "revoked", "closed"] {
                try server.set(.ebSession, .choice(word))
                let answer = try await person.get("/accounts/\(uid)/balances")
                #expect(answer.status == 401)
                #expect(answer.json?["error"]?.string == "\(word.uppercased())_SESSION")
            }
        },
        "ebQuota": { server, client in
            let person = EnableBankingPerson(client)
            let uid = try #require(try await person.accounts().first)
            for _ in 0..<4 {
                #expect(try await person.get("/accounts/\(uid)/balances").status == 200)
            }
            #expect(try await person.get("/accounts/\(uid)/balances").status == 429)
            try server.set(.ebQuota, "retryAfter")
            let answer = try await person.get("/accounts/\(uid)/balances")
            #expect(answer.status == 429 && answer.headers["retry-after"] == "7200")
            try server.set(.ebQuota, "off")
            #expect(try await person.get("/accounts/\(uid)/balances").status == 200)
        },
        "ebPeriod": { server, client in
            let person = EnableBankingPerson(client)
            #expect(try await person.rows("2025-12-07").status == 200)
            #expect(try await person.rows("2025-12-06").status == 422)
            try server.set(.ebPeriod, 30)
            #expect(try await person.rows("2026-02-03").status == 422)
            #expect(try await person.rows("2026-02-04").status == 200)
        },
        "ebHistory": { server, client in
            let person = EnableBankingPerson(client)
            let uid = try #require(try await person.accounts().first)
            let path = "/accounts/\(uid)/transactions?date_from=2024-03-06"
            #expect(try await person.get(path).status == 422)
            try server.set(.ebHistory, 60)
            #expect(try await person.get(path).status == 200)
        },
        "ebPages": { server, client in
            let person = EnableBankingPerson(client)
            try server.set(.ebPages, "emptyMiddle")
            let uid = try #require(try await person.accounts().first)
            let path = "/accounts/\(uid)/transactions?date_from=2026-02-01"
            let first = try await person.get(path).json
            let key = try #require(first?["continuation_key"]?.string)
            let second = try await person.get("\(path)&continuation_key=\(key)").json
            #expect(first?["transactions"]?.elements?.count == 2)
            for (word, status) in [("two", 200), ("sameKey", 200), ("refusedKey", 422)] {
                try server.set(.ebPages, .choice(word))
                let key = try #require(try await person.get(path).json?["continuation_key"]?.string)
                let next = try await person.get("\(path)&continuation_key=\(key)")
                #expect(next.status == status)
                let isSame = next.json?["continuation_key"]?.string == key
                #expect(isSame == (word == "sameKey"))
            }
            try server.set(.ebPages, "emptyMiddle")
            #expect(second?["transactions"]?.elements?.isEmpty == true)
            #expect(second?["continuation_key"]?.string != nil)
            let moved = path.replacing("02-01", with: "02-02")
            let refused = try await person.get("\(moved)&continuation_key=\(key)")
            #expect(refused.status == 422)
            #expect(refused.json?["error"]?.string == "WRONG_REQUEST_PARAMETERS")
        },
        "ebRows": { server, client in
            let person = EnableBankingPerson(client)
            try server.set(.ebQuota, "off")
            try server.set(.ebRows, "signed")
            #expect(try await person.rows("2026-02-01").body.contains(#""amount":"-109.00""#))
            try server.set(.ebRows, "old")
            #expect(try await person.rows("2026-03-06").body.contains("2026-02-28"))
            try server.set(.ebRows, "doubled")
            #expect(try await person.rows("2026-02-01").body.contains(#""CD0000"#))
            for (word, text, isThere) in [
                ("zero", #""entry_reference":"0""#, true), ("repeated", "20260304AB", true),
                ("none", #""entry_reference":""#, false), ("changing", #""PD0000"#, true),
                ("renumbered", #""AB0000"#, true), ("bare", "PUMPESTASJON", false),
            ] {
                try server.set(.ebRows, .choice(word))
                let body = try await person.rows("2026-02-01").body
                #expect(body.contains(text) == isThere, "\(word)")
            }
            let account = try await person.session().answer.json?["accounts"]?.elements?.first
            #expect(account?["details"]?.kindName == "null")
            #expect(account?["currency"]?.string == "NOK")
        },
        "ebTexts": { server, client in
            let person = EnableBankingPerson(client)
            try server.set(.ebTexts, "enriched")
            #expect(try await person.rows("2026-02-01").body.contains("Vare/tjeneste "))
            try server.set(.ebTexts, "nameless")
            #expect(try await !person.rows("2026-02-01").body.contains("Vare/tjeneste "))
        },
        "ebBalances": { server, client in
            let person = EnableBankingPerson(client)
            let uid = try #require(try await person.accounts().first)
            try server.set(.ebQuota, "off")
            for (word, types) in [
                ("available", ["ITAV"]), ("booked", ["CLBD"]), ("expected", ["XPCD"]),
                ("many", ["INFO", "VALU", "OTHR", "PRCD", "CLBD", "CLBD", "ITAV"]),
            ] {
                try server.set(.ebBalances, .choice(word))
                let list = try await person.get("/accounts/\(uid)/balances").json?["balances"]
                #expect(list?.elements?.map { $0["balance_type"]?.string } == types)
            }
            try server.set(.ebBalances, "refused")
            #expect(try await person.get("/accounts/\(uid)/balances").status == 400)
        },
        "ebFault": { server, client in
            let person = EnableBankingPerson(client)
            let uid = try #require(try await person.accounts().first)
            for (word, status) in [
                ("aspspError", 400), ("timeout", 408), ("action", 401), ("presence", 422),
                ("address", 422), ("allOrNone", 200), ("refusesPresence", 200),
            ] {
                try server.set(.ebFault, .choice(word))
                #expect(try await person.get("/accounts/\(uid)/balances").status == status)
            }
            for (word, status) in [("off", 200), ("allOrNone", 422), ("refusesPresence", 400)] {
                try server.set(.ebFault, .choice(word))
                let answer = try await person.get(
                    "/accounts/\(uid)/balances", headers: ["Psu-User-Agent: x"])
                #expect(answer.status == status, "\(word)")
            }
            try server.set(.ebFault, "lastAccount")
            let last = try #require(try await person.accounts().last)
            let path = "/accounts/\(last)/transactions?date_from=2026-03-01"
            #expect(try await person.get(path).status == 400)
        },
    ]
}
