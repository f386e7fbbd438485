import Finance
import SandboxBank
import Testing

extension SwitchEffects {
    /// The checks of the forms that answers had through the years.
    static let ofForms: [String: Check] = [
        "sharedNames": { server, client in
            try server.set(.sharedNames, true)
            let names = try await client.api("/Accounts").items.map { $0["name"]?.string }
            #expect(names.count == 5 && Set(names) == ["Brukskonto"])
        },
        "accountName": { server, client in
            try server.set(.accountName, "null")
            let accounts = try await client.api("/Accounts").items
            #expect(accounts.allSatisfy { $0["name"]?.kindName == "null" })
            try server.set(.accountName, "emoji")
            let first = try await client.api("/Accounts").items.first
            #expect(first?["name"]?.string == "Brukskonto 💰")
        },
        "foreignOwner": { server, client in
            let caller = "00000000000"
            try server.set(.foreignOwner, true)
            let owners = try await client.api("/Accounts").items.map {
                $0["ownerCustomerId"]?.string
            }
            #expect(!owners.contains(caller) && !owners.contains(nil))
        },
        "nullItems": { server, client in
            try server.set(.nullItems, true)
            let empty = try await client.rows("?startDate=2025-01-01&endDate=2025-01-31")
            #expect(empty.json?["items"]?.kindName == "null" && empty.availableItems == "0")
            #expect(try await client.rows().items.count == 13)
        },
        "oldEnvelope": { server, client in
            try server.set(.oldEnvelope, true)
            let answer = try await client.api("/Accounts")
            let isOld = client.dialect == .v1
            #expect(answer.json?["errorType"]?.number == (isOld ? "0" : nil))
            #expect(answer.json?["errorCode"] == nil)
            let missing = try await client.api("/Accounts/FA4E0000000000000000000000000009")
            #expect(missing.json?["errorType"]?.number == (isOld ? "5" : nil))
            #expect(try await client.rows().items.count == 13)
        },
        "problemCase": { server, client in
            let isNew = client.dialect == .v2
            let path = "?startDate=2026-03-06&endDate=2026-03-05"
            try server.set(.problemCase, "pascal")
            let refused = try await client.rows(path)
            #expect((refused.json?["Detail"] != nil) == isNew)
            try server.set(.problemCase, "camel")
            try server.set(.outage, true)
            let failed = try await client.rows()
            #expect((failed.json?["detail"] != nil) == isNew)
            #expect((failed.json?["extensions"]?["traceId"] != nil) == isNew)
        },
        "missingItem": { server, client in
            try server.set(.missingItem, "null")
            let missing = try await client.api("/Accounts/FA4E0000000000000000000000000009")
            #expect(missing.status == (client.dialect == .v1 ? 200 : 404))
            #expect((missing.json?["item"]?.kindName == "null") == (client.dialect == .v1))
        },
        "tokenScope": { server, client in
            #expect(try await client.signIn().json?["scope"]?.string?.isEmpty == false)
            try server.set(.tokenScope, "absent")
            let answer = try await client.signIn()
            #expect(answer.status == 200 && answer.json?["scope"] == nil)
        },
        "oldAddresses": { server, client in
            try server.set(.oldAddresses, "2019")
            #expect(try await client.accountsStatus("/bank/api/v1") == 401)
            #expect(try await client.accountsStatus("/exec.bank/api/v1") == 200)
            try server.set(.oldAddresses, "2021")
            #expect(try await client.accountsStatus("/bank/api/v1") == 404)
            #expect(try await client.accountsStatus("/exec.bank/api/v1") == 404)
            #expect(try await client.api("/Accounts").status == 200)
        },
        "forbidden": { server, client in
            try server.set(.forbidden, true)
            let paths = ["/Cards", "/Customers", "/Payments/\(TestClient.current)"]
            for path in paths { #expect(try await client.api(path).status == 403) }
            #expect(try await client.rows().status == 200)
        },
        "looseRanges": { server, client in
            let queries = [
                "?startDate=2025-03-01&endDate=2026-03-06", "?startDate=1999-01-01",
                "?length=1001", "?length=0", "?index=-1",
            ]
            for query in queries { #expect(try await client.rows(query).status == 400) }
            try server.set(.looseRanges, true)
            for query in queries { #expect(try await client.rows(query).status == 200) }
        },
        "reservationNumber": { server, client in
            for (word, number) in [("zero", "0"), ("absent", nil)] as [(String, String?)] {
                try server.set(.reservationNumber, .choice(word))
                for _ in 0..<2 {
                    let rows = try await client.rows().items
                    #expect(rows.first?["transactionId"]?.string == number)
                    #expect(rows.last?["transactionId"]?.string?.count == 18)
                }
            }
        },
        "bookedType": { server, client in
            try server.set(.bookedType, "NotReservation")
            let types = try await client.rows().items.map { $0["reservationType"]?.string }
            #expect(types.suffix(5).allSatisfy { $0 == "NotReservation" })
            #expect(types.first == "VisaReservation")
        },
        "cardText": { server, client in
            server.advance()
            try server.set(.cardText, "2018")
            let rows = try await client.rows().items
            let taxi = try #require(rows.first { $0["amount"]?.number == "-187.0" })
            #expect(taxi["text"]?.string == "NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000")
        },
    ]
}

extension TestClient {
    /// The status with which the accounts are answered under another root.
    fileprivate func accountsStatus(_ root: String) async throws -> Int {
        try await get(root + "/Accounts", headers: [Self.customer]).status
    }
}
