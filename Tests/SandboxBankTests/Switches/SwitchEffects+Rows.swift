import Finance
import Testing

@testable import SandboxBank

extension SwitchEffects {
    /// The checks of lists and rows.
    static let ofRows: [String: Check] = [
        "emptyAccounts": { server, client in
            try server.set(.emptyAccounts, true)
            let answer = try await client.api("/Accounts")
            #expect(answer.status == 200 && answer.availableItems == "0")
            #expect(answer.json?["items"]?.elements?.isEmpty == true)
        },
        "halfPage": { server, client in
            try server.set(.halfPage, true)
            let rows = try await client.rows()
            #expect(rows.items.count == 6 && rows.availableItems == "13")
            let accounts = try await client.api("/Accounts")
            #expect(accounts.items.count == 2 && accounts.availableItems == "5")
        },
        "shuffle": { server, client in
            let steady = try await client.rows()
            try server.set(.shuffle, true)
            let first = try await client.rows()
            let second = try await client.rows()
            #expect(first.body != second.body && first.body != steady.body)
            #expect(Set(first.items.map(\.value.shape)) == Set(steady.items.map(\.value.shape)))
        },
        "endDateToday": { server, client in
            let query = "?endDate=2026-03-06"
            #expect(try await client.rows(query).items.count == 13)
            try server.set(.endDateToday, "2020")
            let rows = try await client.rows(query)
            #expect(rows.items.count == 5)
            #expect(rows.items.allSatisfy { $0["isReservation"]?.kindName == "false" })
            try server.set(.endDateToday, "2021")
            #expect(try await client.rows(query).status == 500)
            #expect(try await client.rows().items.count == 13)
        },
        "reservationDelay": { server, client in
            try server.set(.reservationDelay, 2)
            let amount = Money(minorUnits: -100_00, currency: .nok)
            try server.perform(
                .reserve(
                    SandboxReservation(
                        id: "late", account: "Brukskonto", amount: amount, text: "LATE")))
            #expect(try await client.api("/Accounts").body.contains(#""available":9150.31"#))
            #expect(try await client.rows().texts.contains("LATE") == false)
            server.advance()
            #expect(try await client.rows().texts.contains("LATE") == false)
            server.advance()
            #expect(try await client.rows().texts.contains("LATE"))
        },
        "archiveDelay": { server, client in
            try server.set(.archiveDelay, 2)
            let sources = try await client.rows().items.map { $0["source"]?.string }
            #expect(sources.filter { $0 == "Archive" }.count == 4)
            let path = "/Transactions/archive/\(TestClient.current)"
            #expect(try await client.api(path).items.count == 4)
        },
        "bookingText": { server, client in
            try server.set(.bookingText, "kept")
            server.advance()
            let rows = try await client.rows().items
            let taxi = try #require(rows.first { $0["amount"]?.number == "-187.0" })
            #expect(taxi["text"]?.string == "FJORDBY TAXI AS")
            #expect(taxi["isReservation"]?.kindName == "false")
        },
        "cacheFlap": { server, client in
            try server.set(.cacheFlap, true)
            let miss = try await client.rows()
            #expect(miss.items.first?["transactionId"]?.string == "0")
            #expect(miss.items.last?["transactionId"]?.string?.count == 18)
            #expect(miss.items.allSatisfy { $0["source"] != nil && $0["reservationType"] != nil })
            let hit = try await client.rows()
            for key in ["transactionId", "source", "reservationType"] {
                #expect(hit.items.allSatisfy { $0[key] == nil })
            }
            #expect(hit.texts == miss.texts)
            #expect(try await client.rows().body == miss.body)
        },
        "sourceAsNumber": { server, client in
            try server.set(.sourceAsNumber, true)
            let sources = try await client.rows().items.map { $0["source"]?.number }
            #expect(sources.prefix(8).allSatisfy { $0 == "0" })
            #expect(sources.suffix(5).allSatisfy { $0 == "1" })
        },
        "offsetDates": { server, client in
            try server.set(.offsetDates, true)
            let row = try await client.rows().items.first
            #expect(row?["accountingDate"]?.string == "2026-03-06T00:00:00+01:00")
            let bus = try await client.api("/Transactions/\(TestClient.credit)").items.last
            #expect(bus?["interestDate"]?.string == "2026-04-20T00:00:00+02:00")
            #expect(bus?["cardDetails"]?["purchaseDate"]?.string == "2026-03-04T00:00:00+01:00")
        },
        "reservationLinger": { server, client in
            try server.set(.reservationLinger, 1)
            server.advance()
            let taxi = try await client.rows().items.filter { $0["amount"]?.number == "-187.0" }
            #expect(taxi.map { $0["isReservation"]?.kindName } == ["true", "false"])
            server.advance()
            let later = try await client.rows().items.filter { $0["amount"]?.number == "-187.0" }
            #expect(later.map { $0["isReservation"]?.kindName } == ["false"])
        },
        "reservationText": { server, client in
            try server.set(.reservationText, "hidden")
            let reserved = try await client.rows().items.filter {
                $0["isReservation"]?.kindName == "true"
            }
            #expect(reserved.contains { $0["text"]?.string == "VISA" })
            #expect(!reserved.contains { $0["text"]?.string == "FJORDBY TAXI AS" })
            let amount = Money(minorUnits: -77_00, currency: .nok)
            try server.perform(
                .reserve(
                    SandboxReservation(
                        id: "cut", account: "Brukskonto", amount: amount,
                        text: "Mester GRØNN 20 FJORDBY")))
            try server.set(.reservationText, "cut")
            #expect(try await client.rows().texts.contains("MESTER GRøNN 20"))
        },
        "blankText": { server, client in
            for (word, text) in [("empty", ""), ("Nettgiro", "Nettgiro")] {
                try server.set(.blankText, .choice(word))
                #expect(try await client.rows().items.last?["text"]?.string == text)
            }
            try server.set(.blankText, "null")
            #expect(try await client.rows().items.last?["text"]?.kindName == "null")
        },
        "threeDecimals": { server, client in
            try server.set(.threeDecimals, true)
            let rows = try await client.rows().items.map { $0["amount"]?.number }
            #expect(rows.prefix(2) == ["999.999", "-42.0"])
            let account = try await client.api("/Accounts").items.first
            #expect(account?["balance"]?.number == "999.999")
        },
    ]
}

extension JSONNode.Value {
    /// The text of the value, for comparing rows wherever they stand.
    fileprivate var shape: String {
        switch self {
        case .object(let members):
            members.map { "\($0.key):\($0.value.value.shape)" }.joined(separator: ",")
        case .array(let elements): elements.map(\.value.shape).joined(separator: ";")
        case .string(let text), .number(let text): text
        case .boolean(let flag): String(flag)
        case .null: "null"
        }
    }
}
