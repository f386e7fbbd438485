import Finance
import Foundation

/// Whether a condition is so, with what was read to know.
struct Answer: Sendable, Hashable {
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
    /// The right side, if it is a count.
    var countLimit: Int?
    /// The day that a forecast names, or on which the sign-in ends.
    var day: CalendarDay?
    /// Since when it is so, as far as the bank's health goes.
    var since: Date?
    /// What is wrong with the bank.
    var failure: SourceFailure?

    /// Makes an answer.
    init(_ truth: Truth, value: Money? = nil, limit: Money? = nil, count: Int? = nil) {
        self.truth = truth
        self.value = value
        self.limit = limit
        self.count = count
    }

    /// The values that a verdict rests on.
    func evidence(of account: UUID?) -> Verdict.Evidence {
        var evidence = Verdict.Evidence(
            accountID: account, value: value, limit: limit, count: count, since: since,
            failure: failure, day: day)
        evidence.countLimit = countLimit
        return evidence
    }

    /// All of them: one that is not so decides, even beside one that can't be known.
    static func all(_ answers: [Answer]) -> Answer {
        if let none = answers.first(where: { $0.truth == .notApplicable }) { return none }
        if let not = answers.first(where: { $0.truth == .isNot }) { return not }
        return answers.first { $0.isUnknown } ?? answers.first { $0.hasFigure }
            ?? answers.first ?? Answer(.notApplicable)
    }

    /// At least one of them: one that is so decides; parts that do not apply do not count.
    static func any(_ answers: [Answer]) -> Answer {
        let applicable = answers.filter { $0.truth != .notApplicable }
        if let one = applicable.first(where: { $0.truth == .isSo }) { return one }
        return applicable.first { $0.isUnknown } ?? applicable.first ?? Answer(.notApplicable)
    }

    private var hasFigure: Bool { value != nil || count != nil }

    private var isUnknown: Bool {
        if case .unknown = truth { true } else { false }
    }
}
