import Finance
import Foundation
import TestSupport
import Testing

@testable import SandboxBank

@Suite("The story goes by in steps", .io)
struct StoryTests {
    @Test("steps without a number do nothing, and after the end each step is a quiet day")
    func steps() async throws {
        let scenario = try SandboxScenario(json: Array(SandboxHelp.example.utf8), file: "x")
        let server = SandboxServer(SandboxConfiguration(scenario: scenario))
        var days: [String] = []
        var notes: [String?] = []
        for _ in 1...6 {
            let state = server.advance()
            days.append(state.day.description)
            notes.append(state.note)
        }
        #expect(
            days == [
                "2026-03-06", "2026-03-06", "2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11",
            ])
        #expect(notes == ["a taxi is reserved", nil, "the taxi is booked", nil, nil, nil])
        #expect(server.state.isFinished)
        #expect(server.state.switches == [.outage: true])
    }

    @Test("going to a day takes the steps up to it, and there is no way back but the reset")
    func days() throws {
        let scenario = try SandboxScenario(json: Array(SandboxHelp.example.utf8), file: "x")
        let server = SandboxServer(SandboxConfiguration(scenario: scenario))
        let start = server.state
        let eighth = try #require(CalendarDay(isoText: "2026-03-08"))
        try server.advance(to: eighth)
        #expect(server.state.step == 3)
        #expect(server.state.accounts.map(\.balance.minorUnits) == [4_713_00, 250_00])
        let seventh = eighth.adding(days: -1)
        #expect(throws: SandboxError.dayInPast(seventh, today: eighth)) {
            try server.advance(to: seventh)
        }
        #expect(throws: SandboxError.dayTooFar) {
            try server.advance(to: CalendarDay(dayNumber: 10_000_000))
        }
        server.reset()
        #expect(server.state == start)
    }

    @Test("a step that is no longer possible is skipped and told")
    func problems() throws {
        let server = SandboxServer(SandboxConfiguration(scenario: .sample))
        try server.perform(.release(reservation: "taxi"))
        let state = server.advance()
        #expect(state.problems.count == 1)
        #expect(state.problems.first?.contains("'taxi'") == true)
    }

    @Test("the demo ends on the day the server starts, after at most twenty steps")
    func demoDays() {
        var configuration = SandboxConfiguration(scenario: .demo)
        // 23:30 UTC is half past one the next day in Oslo's summer.
        configuration.now = { Date(timeIntervalSince1970: 1_782_862_200) }
        let server = SandboxServer(configuration)
        #expect(server.state.lastStep <= 20)
        while !server.state.isFinished { server.advance() }
        #expect(server.state.day.description == "2026-07-01")
        #expect(server.state.problems.isEmpty)
    }

    @Test("in the demo the pocket money sinks under 100 kr, stays there and is filled up")
    func demoPocketMoney() {
        let server = SandboxServer(SandboxConfiguration(scenario: .demo))
        var low: [Int] = []
        while !server.state.isFinished {
            let state = server.advance()
            let money = state.accounts.first { $0.name == "Lommepenger" }?.available.minorUnits
            if let money, money < 100_00 { low.append(state.step) }
        }
        #expect(low == Array(3...7))
    }

    @Test("in the demo the big purchase is booked later, under another text and type")
    func demoPurchase() async throws {
        try await withSandbox(.demo) { server, port in
            let client = try await TestClient.signedIn(port)
            for _ in 1...5 { server.advance() }
            let reserved = try await client.rows().items.first
            #expect(reserved?["text"]?.string == "ELEKTROHJORNET A")
            #expect(reserved?["amount"]?.number == "-1249.0")
            for _ in 6...13 { server.advance() }
            let rows = try await client.rows().items
            let booked = rows.filter { $0["amount"]?.number == "-1249.0" }
            #expect(booked.count == 1)
            #expect(booked.first?["text"]?.string?.contains("ELEKTROHJORNET AS FJORDBY") == true)
            #expect(booked.first?["transactionTypeCode"]?.number == "714")
            #expect(booked.first?["accountingDate"] != reserved?["accountingDate"])
        }
    }

    @Test("in the demo the bank fails twice and comes back, and the salary arrives")
    func demoOutage() async throws {
        try await withSandbox(.demo) { server, port in
            let client = try await TestClient.signedIn(port)
            var statuses: [Int] = []
            var salary: [Int] = []
            while !server.state.isFinished {
                let step = server.advance().step
                let answer = try await client.rows()
                statuses.append(answer.json == nil ? 0 : answer.status)
                let amounts = answer.items.map { $0["amount"]?.number }
                if amounts.first == "32500.0" { salary.append(step) }
            }
            let failing = statuses.enumerated().filter { $0.element != 200 }.map(\.offset)
            #expect(failing == [9, 10])
            #expect(statuses[9] == 500 && statuses[10] == 0)
            #expect(salary == [15])
        }
    }

    @Test("twins stay two rows, before and after one of them is booked")
    func twins() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            let coffee = { (row: JSONNode) in row["amount"]?.number == "-42.0" }
            #expect(try await client.rows().items.filter(coffee).count == 2)
            try server.perform(.book(SandboxBooking(reservation: "coffee 1")))
            let rows = try await client.rows().items.filter(coffee)
            #expect(rows.map { $0["isReservation"]?.kindName } == ["true", "false"])
        }
    }
}
