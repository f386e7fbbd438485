/// Something that does not happen in time: `no credit from 'Acme*' by the 15th`.
public struct Absence: Sendable, Hashable {
    /// By when.
    public enum Deadline: Sendable, Hashable {
        /// `by the 15th`, with the minutes after midnight of `at 18:00`.
        case monthDay(Int, minute: Int?)
        /// As in `by the last day`.
        case lastDay(minute: Int?)
        /// As in `by the last working day`.
        case lastWorkingDay(minute: Int?)
        /// `by monday`: the ISO weekday, Monday 1.
        case weekday(Int, minute: Int?)
        /// As in `in the last 14 days`.
        case last(LengthOfTime)
    }

    /// What is waited for.
    public let noun: Noun
    /// Which of them.
    public let filters: [Filter]
    /// By when.
    public let deadline: Deadline
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes an absence.
    public init(noun: Noun, filters: [Filter], deadline: Deadline, span: Range<Int>) {
        self.noun = noun
        self.filters = filters
        self.deadline = deadline
        self.span = span
    }
}
