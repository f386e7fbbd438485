import Rules

/// The rules by which the program tells of its own trouble; on unless a rule of the person's own
/// does the same.
enum BuiltInRules: Sendable {
    private static let sentences: [(id: String, sentence: String)] = [
        ("saldovakt-bank-unreachable", "bank is unreachable for 1 hour"),
        ("saldovakt-data-old", "data is older than 6 hours"),
        ("saldovakt-sign-in", "sign-in expires in less than 14 days"),
    ]

    /// The rules with the program's own added, told on every channel that the rules use.
    static func added(to rules: RuleSet) -> RuleSet {
        let channels = Array(Set(rules.rules.flatMap(\.notify))).sorted()
        guard !channels.isEmpty else { return rules }
        let own = sentences.compactMap { entry in
            // None is left out: every one of them has a test that waits for its notice.
            try? Rule.builtIn(id: entry.id, sentence: entry.sentence, notify: channels)
        }
        let known = Set(rules.rules.map(\.bodyKey))
        return RuleSet(
            rules: rules.rules + own.filter { !known.contains($0.bodyKey) },
            fileHash: rules.fileHash)
    }
}
