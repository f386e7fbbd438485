extension AlertLedger {
    /// Whether verdicts matter even if they say what they said at the last poll: a notice that is
    /// held back or snoozed shows the newest figures, and a silence may end.
    public var looksAtEveryPoll: Bool {
        !silences.isEmpty || rules.values.contains { !$0.held.isEmpty }
            || alerts.values.contains { $0.snoozedUntil != nil }
    }
}
