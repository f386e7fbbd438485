import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("Polls of Enable Banking", .io)
struct EnableBankingSourceTests {
    @Test("a poll gives figures, rows, ids that stay and the end of the consent")
    func complete() async throws {
        try await EnableBankingBench.run { bench in
            let snapshot = await bench.fetch(FetchRequest(includesScheduled: true))
            #expect(snapshot.outcome == .complete)
            #expect(snapshot.shortfalls.isEmpty)
            #expect(
                snapshot.accounts.map(\.details.displayName) == [
                    "Brukskonto", "Lommepenger", "Sparekonto", "Felleskonto", "VISA KREDITTKORT",
                ])
            let main = try #require(snapshot.accounts.first)
            #expect(main.booked == Money(minorUnits: 1_204_321, currency: .nok))
            #expect(main.available == Money(minorUnits: 925_031, currency: .nok))
            #expect(main.details.accountNumber?.digits == "99990000001")
            #expect(main.creditLimit == nil)
            let card = try #require(snapshot.accounts.last)
            #expect(card.kind == .liability)
            #expect(card.creditLimit == Money(minorUnits: 3_000_000, currency: .nok))
            #expect(snapshot.transactions.count == 15)
            #expect(snapshot.scheduled?.map(\.due.description) == ["2026-03-20", "2026-04-01"])
            let consent = 180.0 * 86_400 - 600
            #expect(snapshot.signInExpires == bench.clock.now.addingTimeInterval(consent))
            try await bench.signIn()
            let again = await bench.fetch()
            #expect(
                again.accounts.map(\.details.bankAccountID)
                    == snapshot.accounts.map(\.details.bankAccountID))
        }
    }

    @Test("without a sign-in, or after its end, nobody is asked and the command is named")
    func notSignedIn() async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            let failure = try #require(await bench.fetch().failure)
            #expect(failure.kind == .refused && failure.fix == "saldovakt login dnb")
            #expect(failure.problem == "nobody has signed in at bank dnb")
            try await bench.signIn()
            bench.clock.advance(by: 180 * 86_400)
            let asked = bench.asked.count
            let over = await bench.fetch()
            #expect(over.failure?.fix == "saldovakt login dnb")
            #expect(over.signInExpires != nil)
            #expect(bench.asked.count == asked)
        }
    }

    @Test(
        "a consent that the bank no longer accepts says why and how to sign in again",
        arguments: [
            ("ebSession", "expired", "the bank's consent has expired"),
            ("ebSession", "revoked", "the consent was revoked at the bank"),
            ("ebSession", "closed", "the consent was ended"),
            ("ebFault", "action", "the bank wants you to confirm the access again"),
        ])
    func lost(name: String, value: String, problem: String) async throws {
        try await EnableBankingBench.run { bench in
            try bench.turn(name, value)
            let failure = try #require(await bench.fetch().failure)
            #expect(failure.kind == .refused && failure.problem == problem)
            #expect(failure.fix == "saldovakt login dnb")
        }
    }

    @Test("another refusal of the signature is about the key, not about the consent")
    func wrongKey() async throws {
        try await EnableBankingBench.run { bench in
            let known = bench.configuration
            bench.configuration = known.with(application: "another")
            #expect(await bench.fetch().failure == EnableBankingProblems.foreignKey)
            bench.configuration = known.with(key: "no key")
            #expect(await bench.fetch().failure == EnableBankingProblems.unusableKey)
        }
    }

    @Test("all pages are read, over an empty one too; pages that do not end leave no rows")
    func pages() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            let whole = await bench.fetch()
            for mode in ["two", "emptyMiddle"] {
                try bench.turn("ebPages", mode)
                let paged = await bench.fetch()
                #expect(paged.outcome == .complete)
                #expect(Set(paged.transactions) == Set(whole.transactions), "\(mode)")
                #expect(paged.transactions.count == whole.transactions.count, "\(mode)")
            }
            for mode in ["sameKey", "refusedKey"] {
                try bench.turn("ebPages", mode)
                let broken = await bench.fetch()
                #expect(broken.outcome == .partial)
                #expect(broken.accounts.allSatisfy { $0.booked != nil })
                #expect(broken.accounts[0].isTransactionListComplete == false)
                #expect(
                    !broken.transactions.contains {
                        $0.bankAccountID == broken.accounts[0].details.bankAccountID
                    })
            }
        }
    }

    @Test("a new account is asked for 89 days, then for fewer; a known one with an overlap")
    func periods() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            let first = await bench.fetch()
            #expect(Set(bench.starts) == ["2025-12-07"])
            #expect(first.accounts[0].coveredFrom?.description == "2025-12-07")
            try bench.server.set(.ebPeriod, 60)
            let shorter = await bench.fetch()
            #expect(shorter.outcome == .complete)
            #expect(shorter.accounts[0].coveredFrom?.description == "2026-01-06")
            try bench.server.set(.ebPeriod, 10)
            #expect(await bench.fetch().accounts.allSatisfy { !$0.isTransactionListComplete })
            let known = Dictionary(
                first.accounts.map { ($0.details.bankAccountID, Make.day("2026-03-05")) }
            ) { $1 }
            try bench.server.set(.ebPeriod, 15)
            let next = await bench.fetch(FetchRequest(knownThrough: known))
            #expect(next.outcome == .complete)
            #expect(next.accounts[0].coveredFrom?.description == "2026-02-19")
            // Known days that no bank reaches back to: no period is asked for twice.
            try bench.server.set(.ebPeriod, 60)
            let before = bench.starts.count
            _ = await bench.fetch(
                FetchRequest(knownThrough: known.mapValues { _ in Make.day("2025-06-01") }))
            let asked = bench.starts.dropFirst(before)
            #expect(asked.count == Set(asked).count * known.count)
        }
    }

    @Test(
        "the fifth read of a day is postponed, and nobody asks before that moment",
        arguments: [
            ("daily", 54_000), ("hourly", 3_600), ("retryAfter", 7_200), ("consent", 3_600),
            ("absent", 54_000), ("multiplicity", 54_000), ("many", 3_600),
        ])
    func quota(mode: String, seconds: Int) async throws {
        try await EnableBankingBench.run { bench in
            try bench.turn("ebQuota", mode)
            for _ in 0..<4 { #expect(await bench.fetch().outcome == .complete) }
            #expect(
                await bench.fetch().outcome == .throttled(retryAfter: .seconds(seconds)))
            let asked = bench.asked.count
            bench.clock.advance(by: 60)
            #expect(
                await bench.fetch().outcome == .throttled(retryAfter: .seconds(seconds - 60)))
            #expect(bench.asked.count == asked)
            bench.clock.advance(by: Double(seconds - 60))
            try bench.server.set(.ebQuota, "off")
            #expect(await bench.fetch().outcome == .complete)
        }
    }

    @Test("what was read before the quota is used up stays, and the rest waits for its moment")
    func usedUp() async throws {
        try await EnableBankingBench.run { bench in
            for _ in 0..<3 { _ = await bench.fetch() }
            // One more read of the second account, by another program.
            let uid = try #require(bench.store.load()?.accounts[1].uid)
            let token = try EnableBankingApplication.token(at: bench.clock.now)
            let other = HTTPRequest(
                url: "http://127.0.0.1:\(bench.port)/enablebanking/accounts/\(uid)/balances",
                headers: [HTTPHeader("Authorization", "Bearer \(token)")])
            _ = try await bench.transport.send(other)
            let part = await bench.fetch()
            #expect(part.outcome == .partial)
            #expect(part.accounts.map(\.details.displayName) == ["Brukskonto"])
            #expect(part.accounts[0].isTransactionListComplete)
            #expect(part.shortfalls == [EnableBankingProblems.usedUp])
            #expect(await bench.fetch().outcome == .throttled(retryAfter: .seconds(54_000)))
        }
    }

    @Test("one account that fails leaves the others; nothing at all is a failure")
    func partial() async throws {
        try await EnableBankingBench.run { bench in
            try bench.turn("ebFault", "lastAccount")
            let part = await bench.fetch()
            #expect(part.outcome == .partial)
            #expect(part.accounts.count { !$0.isTransactionListComplete } == 1)
            #expect(part.shortfalls.map(\.kind) == [.server])
            try bench.turn("ebFault", "aspspError")
            #expect(await bench.fetch().failure?.kind == .server)
            try bench.turn("ebFault", "timeout")
            let asked = bench.asked.count
            #expect(await bench.fetch().failure?.kind == .timedOut)
            #expect(bench.asked.count == asked + 1)
        }
    }

    @Test("the person is claimed to be present only where the settings say so")
    func presence() async throws {
        try await EnableBankingBench.run { bench in
            _ = await bench.fetch()
            #expect(!bench.transport.requests.contains { $0.claimsPresence })
            try bench.turn("ebFault", "presence")
            let refused = await bench.fetch()
            #expect(refused.failure?.fix.contains("claimsPresence") == true)
            bench.configuration.settings.claimsPresence = true
            try await bench.signIn()
            for _ in 0..<6 { #expect(await bench.fetch().outcome == .complete) }
            let reads = bench.transport.requests.filter { $0.url.contains("/accounts/") }
            #expect(reads.last?.claimsPresence == true)
            let sent = Set(bench.transport.requests.flatMap(\.headers).map(\.name))
            #expect(sent.isDisjoint(with: ["Psu-Ip-Address", "Psu-Geo-Location"]))
            try bench.turn("ebFault", "allOrNone")
            #expect(await bench.fetch().outcome == .complete)
            try bench.turn("ebFault", "refusesPresence")
            #expect(await bench.fetch().failure?.kind == .server)
            bench.configuration.settings.claimsPresence = false
            #expect(await bench.fetch().outcome == .complete)
            try bench.turn("ebFault", "allOrNone")
            #expect(await bench.fetch().outcome == .complete)
            bench.configuration.settings.claimsPresence = true
            try bench.turn("ebFault", "address")
            #expect(await bench.fetch().failure == EnableBankingProblems.absentPerson)
            try bench.turn("ebFault", "presence")
            #expect(
                !bench.transport.requests.contains {
                    $0.claimsPresence && !$0.url.contains("/accounts/")
                })
        }
    }

    @Test(
        "references that are none, signs and older rows change nothing",
        arguments: ["zero", "repeated", "none", "signed", "old"])
    func rows(mode: String) async throws {
        try await EnableBankingBench.run { bench in
            let usual = await bench.fetch()
            try bench.turn("ebRows", mode)
            let changed = await bench.fetch()
            #expect(changed.outcome == .complete)
            let isWithoutID = ["zero", "repeated", "none"].contains(mode)
            let rows = { (snapshot: Snapshot) in
                Set(
                    snapshot.transactions.map { row in
                        var row = row
                        if isWithoutID { row.bankTransactionID = nil }
                        return row
                    })
            }
            #expect(rows(changed) == rows(usual))
            #expect(changed.transactions.count == usual.transactions.count)
            #expect(
                changed.transactions.contains { $0.bankTransactionID != nil } == !isWithoutID)
            #expect(
                !usual.transactions.contains {
                    $0.status == .pending && $0.bankTransactionID != nil
                })
        }
    }

    @Test("rows of which only the demanded fields are there are read")
    func bare() async throws {
        try await EnableBankingBench.run { bench in
            try bench.turn("ebRows", "bare")
            try await bench.signIn()
            let snapshot = await bench.fetch()
            #expect(snapshot.outcome == .complete)
            #expect(snapshot.transactions.count == 15)
            #expect(snapshot.accounts.map(\.details.displayName).prefix(1) == ["Account"])
            #expect(snapshot.accounts.allSatisfy { $0.booked != nil && $0.available != nil })
        }
    }

    @Test("balances that differ from bank to bank are read for what they are")
    func balances() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            let booked = Money(minorUnits: 1_204_321, currency: .nok)
            for (mode, isBooked, isAvailable) in [
                ("available", false, true), ("booked", true, false), ("expected", true, false),
            ] {
                try bench.turn("ebBalances", mode)
                let snapshot = await bench.fetch()
                #expect(snapshot.outcome == .complete)
                #expect(snapshot.accounts[0].booked == (isBooked ? booked : nil))
                #expect((snapshot.accounts[0].available != nil) == isAvailable)
                #expect(snapshot.shortfalls.isEmpty == (mode != "expected"))
            }
            try bench.turn("ebBalances", "many")
            let many = await bench.fetch()
            #expect(many.accounts[0].booked == booked && many.shortfalls.isEmpty)
            // Of a card the figure that is available is no balance, whatever else is missing.
            try bench.turn("ebBalances", "available")
            let card = try #require(await bench.fetch().accounts.last)
            #expect(card.kind == .liability && card.booked == nil && card.available != nil)
            try bench.turn("ebBalances", "refused")
            let refused = await bench.fetch()
            #expect(refused.outcome == .complete)
            #expect(refused.accounts[0].booked == nil)
            #expect(refused.transactions.count == 15)
            #expect(refused.shortfalls == [EnableBankingProblems.noBalances.asRemark])
        }
    }

    @Test("no snapshot shows a key, a code, a session or a name of an account in it")
    func secrecy() async throws {
        try await EnableBankingBench.run { bench in
            let state = try #require(bench.store.load())
            let hidden =
                [state["session"] ?? "", "PRIVATE KEY", "Kari Testesen"]
                + state.accounts.map(\.uid)
            let questions = bench.transport.requests.map(\.url).joined(separator: " ")
            #expect(!questions.contains("eyJ0eXAi") && !questions.contains("code="))
            for (name, value) in [
                ("ebFault", "off"), ("ebFault", "aspspError"), ("ebFault", "lastAccount"),
                ("ebSession", "revoked"),
            ] {
                try bench.turn(name, value)
                let snapshot = await bench.fetch()
                var text = "\(snapshot) \(String(reflecting: snapshot))"
                dump(snapshot, to: &text)
                dump(bench.configuration, to: &text)
                for word in hidden { #expect(!text.contains(word)) }
            }
        }
    }

    @Test("does what every bank source has to do")
    func conformance() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            let (source, server) = (bench.source, bench.server)
            // A pause that was kept would answer for the bank afterwards.
            let (store, state) = (bench.store, try #require(bench.store.load()))
            try await BankSourceConformance { situation in
                store.save(state)
                try server.set(.ebFault, situation == .halfBroken ? "lastAccount" : "off")
                try server.set(.throttle, .number(situation == .throttling ? 120 : 0))
                try server.set(.ebSession, situation == .refusing ? "revoked" : "open")
                try server.set(.hang, .flag(situation == .hanging))
                return source
            }.run()
        }
    }
}

extension EnableBankingBench {
    /// Turns a switch by its name.
    func turn(_ name: String, _ value: String) throws {
        try server.set(try #require(SandboxSwitch.named(name)), .choice(value))
    }
}

extension EnableBankingConfiguration {
    fileprivate func with(
        application: String? = nil, key: String? = nil
    ) -> EnableBankingConfiguration {
        var other = EnableBankingConfiguration(
            id: id, settings: settings, privateKey: key.map { Secret($0) } ?? privateKey,
            timeZone: timeZone)
        other.settings.applicationID = application ?? settings.applicationID
        return other
    }
}

extension HTTPRequest {
    fileprivate var claimsPresence: Bool { headers.contains { $0.name.hasPrefix("Psu-") } }
}
