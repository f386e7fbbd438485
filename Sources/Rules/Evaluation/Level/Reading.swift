import Finance

/// What reading a quantity brought.
enum Reading: Sendable, Hashable {
    /// An amount.
    case money(Money)
    /// A count; the currency is that of the accounts it was counted on.
    case count(Int)
    /// The accounts have no such figure and the rule does not speak of them.
    case notApplicable
    /// It can't be known now.
    case unknown(Verdict.UnknownReason)
}

/// Whether a condition is so, with what was read to know.
struct Finding: Sendable, Hashable {
    /// The four answers.
    enum Truth: Sendable, Hashable {
        /// It is so.
        case isSo
        /// It is not so.
        case isNot
        /// It can't be known.
        case unknown(Verdict.UnknownReason)
        /// It does not speak of this account.
        case notApplicable
    }

    /// The answer.
    let truth: Truth
    /// The left side, if it is an amount.
    var value: Money?
    /// The right side as an amount.
    var limit: Money?
    /// The left side, if it is a count.
    var count: Int?

    /// Makes a finding.
    init(_ truth: Truth, value: Money? = nil, limit: Money? = nil, count: Int? = nil) {
        self.truth = truth
        self.value = value
        self.limit = limit
        self.count = count
    }

    /// All of them: one that is not so decides, even beside one that can't be known.
    static func all(_ findings: [Finding]) -> Finding {
        if let none = findings.first(where: { $0.truth == .notApplicable }) { return none }
        if let not = findings.first(where: { $0.truth == .isNot }) { return not }
        return findings.first { $0.isUnknown } ?? findings.first ?? Finding(.notApplicable)
    }

    /// At least one of them: one that is so decides; parts that do not apply do not count.
    static func any(_ findings: [Finding]) -> Finding {
        let applicable = findings.filter { $0.truth != .notApplicable }
        if let one = applicable.first(where: { $0.truth == .isSo }) { return one }
        return applicable.first { $0.isUnknown } ?? applicable.first ?? Finding(.notApplicable)
    }

    private var isUnknown: Bool {
        if case .unknown = truth { true } else { false }
    }
}
