import Foundation
import Rules
import Settings
import TestSupport
import Testing

@testable import saldovakt

@Suite("Numbers of notices that are counted without making them")
struct EvalCountTests {
    private static let shapes = [
        "new debit over #", "new debit over # at 'REMA 1000'", "new purchase at 'KIWI*' over #",
        "new credit at least # NOK", "new transaction under #", "new debit at most # EUR",
        "new pending debit over #", "new booked purchase over #", "new refund over #",
        "new debit in category 'groceries' over #", "new debit containing 'ØST' over #",
        "new credit from 'KIWI 22' over #", "new debit at 'REMA 1000' or 'KIWI 22' over #",
        "new purchase in a foreign currency over #",
        "spending on each account in the last 7 days is over #",
        "spending on each account in the last 2 days is at least #",
        "spending on each account today is over #",
        "spending on each account this month is over #0",
        "income on each account this week is at least #",
        "spending at 'KIWI*' on each account in the last 3 days is over #",
        "number of purchases on each account in the last 5 days is over 3",
        "spending on each account in the last 1 month is over # EUR",
        "spending in the last 7 days is over #", "spending on 'a' this month is over #",
        "income on each account in the last 5 days is under #",
        "largest purchase on each account in the last 3 days is over #",
        "new debit over #, at most once a day", "balance under #",
        "spending on each account in the last 12 hours is over #",
    ]

    private func rules(_ random: inout SeededGenerator) -> RuleSet {
        let rules = (0..<2).flatMap { round in
            Self.shapes.enumerated().map { place, shape in
                let limit = Int.random(in: 1...45, using: &random)
                return Make.rule(
                    shape.replacing("#", with: "\(limit)"), id: "r\(place)-\(round)",
                    notify: ["terminal"])
            }
        }
        return RuleSet(rules: rules, fileHash: "test")
    }

    private func counts(_ rules: RuleSet, _ lines: [[UInt8]], countsRows: Bool) -> [Int] {
        let resolver = SecretResolver(
            environment: [:], directory: "/", homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring())
        var session = EvalSession(
            rules: rules, configuration: Configuration(settings: .standard, resolver: resolver),
            printsNotices: false, countsRows: countsRows)
        for (number, line) in lines.enumerated() {
            line.withUnsafeBufferPointer { _ = session.take($0, number + 1) }
        }
        session.finish()
        return session.counts
    }

    @Test("are those of the notices", arguments: 0..<UInt64(12))
    func sameNumbers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = rules(&random)
        var stream = RandomStream(seed: seed, isTimed: seed % 2 == 1, hasOthers: seed % 4 > 1)
        let lines = (0..<400).map { _ in stream.next() }
        let counted = counts(all, lines, countsRows: true)
        let played = counts(all, lines, countsRows: false)
        for (rule, (one, other)) in zip(all.rules, zip(counted, played)) {
            #expect(one == other, "\(rule.sentence)")
        }
        #expect(played.contains { $0 > 0 })
    }

    @Test("are those of the notices where every rule is counted", arguments: 0..<UInt64(12))
    func sameNumbersWhereEveryRuleIsCounted(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = rules(&random)
        let decides = RowCounter(rules: all, zone: Make.oslo).decides
        let own = RuleSet(
            rules: zip(all.rules, decides).filter(\.1).map(\.0), fileHash: "test")
        #expect(own.rules.count > all.rules.count / 2)
        var stream = RandomStream(seed: seed, isTimed: seed % 2 == 1, hasOthers: seed % 4 > 1)
        let lines = (0..<400).map { _ in stream.next() }
        let counted = counts(own, lines, countsRows: true)
        let played = counts(own, lines, countsRows: false)
        for (rule, (one, other)) in zip(own.rules, zip(counted, played)) {
            #expect(one == other, "\(rule.sentence)")
        }
    }
}
