import Finance
import SandboxBank
import TestSupport
import Testing

/// What changes from reservation to booking, field by field as clients of the real bank saw it.
@Suite("From reservation to booking", .io, .serialized)
struct BookingTableTests {
    /// A purchase of the sample before and after.
    struct Purchase: Sendable {
        let reserved: String
        let booked: String?
        let text: String
        let bookedText: String
        let codes: [String]
    }

    static let purchases = [
        Purchase(
            reserved: "-187.0", booked: "-187.0", text: "FJORDBY TAXI AS",
            bookedText: "*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000",
            codes: ["946", "714"]),
        Purchase(
            reserved: "-389.5", booked: "-389.5", text: "Varekjøp",
            bookedText: "06.03 MATBUTIKKEN FJORDBY TORGGATA 1 FJORDBY", codes: ["943", "710"]),
        Purchase(
            reserved: "-1000.0", booked: "-612.35", text: "PUMPESTASJON 44",
            bookedText: "*0000 06.03 NOK 612.35 PUMPESTASJON 44 FJORDBY Kurs: 1.0000",
            codes: ["946", "714"]),
        Purchase(
            reserved: "-312.4", booked: "-318.75", text: "EXAMPLE HOSTING",
            bookedText: "*0000 05.03 USD 30.00 EXAMPLE HOSTING INC Kurs: 10.6250",
            codes: ["946", "714"]),
        Purchase(
            reserved: "-20.0", booked: "-20.0", text: "Straksoverføring",
            bookedText: "Til: Ola Testesen", codes: ["962", "561"]),
        Purchase(
            reserved: "-800.0", booked: nil, text: "HOTELL DEPOSITU", bookedText: "",
            codes: ["946"]),
    ]

    @Test(
        "each field changes as at the bank, in both forms", arguments: Self.purchases,
        SandboxDialect.allCases)
    func fields(purchase: Purchase, dialect: SandboxDialect) async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port, dialect)
            let before = try #require(
                try await client.rows().items.first { $0["amount"]?.number == purchase.reserved })
            check(reserved: before, purchase)
            server.advance()
            let rows = try await client.rows().items
            guard let amount = purchase.booked else {
                #expect(!rows.contains { $0["text"]?.string == purchase.text })
                return
            }
            let after = try #require(rows.first { $0["amount"]?.number == amount })
            try check(booked: after, purchase, reservedOn: before["accountingDate"]?.string)
        }
    }

    private func check(reserved row: JSONNode, _ purchase: Purchase) {
        #expect(row["text"]?.string == purchase.text)
        #expect(row["transactionTypeCode"]?.number == purchase.codes.first)
        #expect(row["transactionTypeText"]?.string?.isEmpty == true)
        #expect(row["isReservation"]?.kindName == "true")
        #expect(row["source"]?.string == "AccountStatement")
        #expect(row["interestDate"]?.string == row["accountingDate"]?.string)
        #expect(row["cardDetails"] == nil && row["cardDetailsSpecified"]?.kindName == "false")
    }

    private func check(
        booked row: JSONNode, _ purchase: Purchase, reservedOn day: String?
    ) throws {
        #expect(row["text"]?.string == purchase.bookedText)
        #expect(row["transactionTypeCode"]?.number == purchase.codes.last)
        #expect(row["transactionTypeText"]?.string == row["transactionType"]?.string)
        #expect(row["isReservation"]?.kindName == "false")
        #expect(row["reservationType"]?.kindName == "null")
        #expect(row["source"]?.string == "Archive")
        let reserved = try #require(day.flatMap { CalendarDay(isoText: $0.prefix(10)) })
        let accounting = try #require(
            row["accountingDate"]?.string.flatMap { CalendarDay(isoText: $0.prefix(10)) })
        #expect((1...4).contains(reserved.days(until: accounting)))
        guard purchase.codes.last == "714" else { return #expect(row["cardDetails"] == nil) }
        #expect(row["cardDetails"]?["purchaseDate"]?.string == day)
        #expect(
            row["cardDetails"]?["merchantName"]?.string?.hasPrefix(purchase.text.prefix(15)) == true
        )
    }

    @Test("identical twins stay two, and the value date of a credit card lies ahead")
    func twins() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            server.advance()
            let coffees = try await client.rows().items.filter { $0["amount"]?.number == "-42.0" }
            let ids = coffees.map { $0["cardDetails"]?["transactionId"]?.string }
            #expect(coffees.count == 2 && Set(ids).count == 2)
            let bus = try await client.v2("/Transactions/\(TestClient.credit)").items.last
            #expect(bus?["interestDate"]?.string == "2026-04-20T00:00:00")
        }
    }
}
