import Finance

extension SbankenPoll {
    /// A poll that brought everything, to compare the next one with.
    struct Record: Sendable {
        /// What was wanted.
        let request: FetchRequest
        /// The bank's day.
        let day: CalendarDay
        /// What the bank said, in the order in which it was asked.
        let answers: [SbankenAnswers.Answer]
        /// What that meant.
        let result: Result
    }

    /// Answers that are longer together are read each time rather than kept until the next poll.
    private static let maximumKeptBytes = 1_048_576

    /// What the last poll brought, if the bank gives the same answers again.
    ///
    /// Most polls bring the answers of the poll before, byte for byte. The result follows from the
    /// answers, the day and what is wanted, so the same answers need not be read again. From the
    /// first one on that differs nothing is asked ahead.
    func repetition() async -> Result? {
        guard let last = await diary.lastPoll, last.day == today, last.request == request else {
            return nil
        }
        for answer in last.answers {
            let body = await client.ahead(answer.question)
            guard let body, answer.repeats(in: body) else { return nil }
        }
        return last.result
    }

    /// Keeps a result that lacks nothing for the next poll to compare with.
    func keep(_ result: Result) async {
        let isWhole =
            result.outcome == .complete && result.shortfalls.isEmpty && result.cards == nil
            && !client.answers.haveFailed
            && (result.scheduled != nil) == request.includesScheduled
        let answers = client.answers.given
        let isShort = answers.reduce(0) { $0 + $1.body.count } <= Self.maximumKeptBytes
        await diary.keep(
            isWhole && isShort
                ? Record(request: request, day: today, answers: answers, result: result) : nil)
    }
}
