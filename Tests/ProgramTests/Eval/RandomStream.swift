import Foundation
import TestSupport

/// Bare transaction lines for `eval` at random.
struct RandomStream {
    private var random: SeededGenerator
    private var minute = 0
    private let isTimed: Bool

    /// Starts a stream.
    ///
    /// - Parameter isTimed: whether lines say when they were seen; else only the days.
    init(seed: UInt64, isTimed: Bool) {
        random = SeededGenerator(seed: seed)
        self.isTimed = isTimed
    }

    /// The next line.
    mutating func next() -> [UInt8] {
        minute += pick([0, 0, 1, 30, 300, 900, 2_000])
        return Array(transaction().utf8)
    }

    private mutating func transaction() -> String {
        let isCredit = random.happens(250)
        let currency = random.happens(60) ? pick(["EUR", "NOK", "JPY"]) : nil
        let whole = Int.random(in: 0...40, using: &random)
        let amount = "\(whole)" + (currency == "JPY" ? "" : pick([".00", ".50"]))
        let types = isCredit ? ["refund", "directDeposit"] : ["pointOfSale", "fee", "atm"]
        var members = [
            ("account", pick(["a", "b", "c"])), ("amount", (isCredit ? "" : "-") + amount),
            ("date", day),
        ]
        if let currency { members.append(("currency", currency)) }
        if random.happens(800) { members.append(("text", text())) }
        if random.happens(100) { members.append(("merchant", text())) }
        if random.happens(700) { members.append(("type", pick(types))) }
        if random.happens(100) { members.append(("status", pick(["pending", "rejected"]))) }
        if random.happens(100) { members.append(("mcc", pick(["5411", "5812"]))) }
        if isTimed { members.append(("time", instant)) }
        return "{" + members.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }

    private mutating func text() -> String {
        pick([
            "KIWI 22", "kiwi 22", "REMA 1000", "06.03 REMA 1000", "Kafé \\u00d8st", "KAFÉ ØST", "",
            "\(Int.random(in: 0...500, using: &random))",
        ])
    }

    private var day: String {
        Make.instant("2026-02-20T00:00:00Z").addingTimeInterval(Double(minute) * 60)
            .ISO8601Format().split(separator: "T").first.map(String.init) ?? ""
    }

    private var instant: String {
        Make.instant("2026-02-20T00:00:00Z").addingTimeInterval(Double(minute) * 60)
            .ISO8601Format()
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
