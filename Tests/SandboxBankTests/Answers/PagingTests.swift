import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("Rows are listed by days, offset and length", .io)
struct PagingTests {
    @Test("index counts rows, length limits them, availableItems counts all")
    func pages() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let all = try await client.rows().texts
            #expect(all.count == 13)
            let page = try await client.rows("?index=2&length=3")
            #expect(page.texts == Array(all[2..<5]))
            #expect(page.availableItems == "13")
            let beyond = try await client.rows("?INDEX=13")
            #expect(beyond.items.isEmpty)
            #expect(beyond.availableItems == "13")
        }
    }

    @Test(
        "both days count, and only their date part",
        arguments: ["2026-03-04", "2026-03-04T23:59:59+01:00", "2026-03-04T23:30:00.0000000Z"])
    func days(end: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let answer = try await client.rows("?startDate=2026-03-02&endDate=\(end)")
            let days = answer.items.map { $0["accountingDate"]?.string?.prefix(10) }
            #expect(days == ["2026-03-04", "2026-03-04", "2026-03-03", "2026-03-02"])
        }
    }

    @Test("without days, the answer covers the 30 days before the bank day")
    func defaultDays() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            let day = try #require(CalendarDay(isoText: "2026-03-30"))
            try server.advance(to: day)
            let interest = "Kreditrente"
            #expect(try await client.rows().texts.contains(interest))
            try server.advance(to: day.adding(days: 1))
            #expect(try await client.rows().texts.contains(interest) == false)
            #expect(try await client.rows("?startDate=2026-02-28").texts.contains(interest))
        }
    }

    @Test(
        "queries outside the documented limits are refused in both dialects",
        arguments: [
            "startDate=2026-03-06&endDate=2026-03-05", "startDate=2026-03-08",
            "endDate=2026-03-08", "startDate=1999-12-31&endDate=2000-01-15",
            "startDate=2025-03-04&endDate=2026-03-06", "length=0", "length=1001", "index=-1",
            "index=x", "startDate=06.03.2026", "startDate=2026-02-30", "endDate=2026-03-06x",
        ])
    func refused(query: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let v2 = try await client.rows("?" + query)
            #expect(v2.status == 400)
            #expect(v2.headers["content-type"]?.hasPrefix("application/problem+json") == true)
            #expect(v2.json?["status"]?.number == "400")
            let v1 = try await client.v1("/Transactions/\(TestClient.current)?\(query)")
            #expect(v1.status == 400)
            #expect(v1.json?["isError"]?.kindName == "true")
        }
    }

    @Test(
        "queries at the limits are answered",
        arguments: [
            "startDate=2025-03-05&endDate=2026-03-06", "endDate=2026-03-07", "length=1000",
            "startDate=2026-03-07&endDate=2026-03-07", "startDate=&length=1",
            "startDate=2000-01-01&endDate=2000-01-01",
        ])
    func allowed(query: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await client.rows("?" + query).status == 200)
        }
    }
}
