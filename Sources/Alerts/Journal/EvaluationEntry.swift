public import Finance
public import Foundation
import Rules

/// One evaluation of a rule about one subject that found something else than the one before.
///
/// What `rules explain --history` shows: the values that were read, how fresh they were, what
/// was found, and what it led to.
public struct EvaluationEntry: Sendable, Hashable, Codable {
    /// What was found, in one word.
    public enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        /// The body is true.
        case holds
        /// The body is false.
        case clear
        /// The body is false, but `until` is not met yet.
        case recovering
        /// It can't be known: the figures are old.
        case stale
        /// It can't be known: the bank does not answer.
        case sourceFailing
        /// It can't be known: the account has no such figure.
        case missingFigure
        /// It can't be known yet: the history is too short.
        case learning
        /// Something happened.
        case occurred
        /// The amount of what had happened changed.
        case corrected
    }

    /// What became of the alert.
    public enum Effect: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing to tell.
        case none
        /// True, but not yet for long enough.
        case pending
        /// Told.
        case told
        /// Kept back by quiet hours, a limit, a silence or a snooze.
        case held
        /// It goes on and was told before.
        case firing
    }

    /// The rule.
    public let ruleID: String
    /// What it was about, as ``Subject/key``.
    public let subject: String
    /// When.
    public let at: Date
    /// What was found.
    public let finding: Finding
    /// What became of it.
    public let effect: Effect
    /// The figure that was compared.
    public let value: Money?
    /// The figure it was compared with.
    public let limit: Money?
    /// The number that was compared.
    public let count: Int?
    /// When the bank's figures were read.
    public let freshAt: Date?
    /// The account, as people know it.
    public let account: String?
}

extension EvaluationEntry.Finding {
    /// The word for a finding.
    init(_ finding: Verdict.Finding) {
        self =
            switch finding {
            case .holds: .holds
            case .clear(let isRecovered): isRecovered ? .clear : .recovering
            case .unknown(.stale): .stale
            case .unknown(.sourceFailing): .sourceFailing
            case .unknown(.missingFigure): .missingFigure
            case .unknown(.learning): .learning
            case .occurred: .occurred
            case .corrected: .corrected
            }
    }
}
