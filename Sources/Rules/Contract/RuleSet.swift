/// The rules that are in force, as one value that is swapped whole on reload.
public struct RuleSet: Sendable, Hashable {
    /// The enabled rules in the order of the file.
    public let rules: [Rule]
    /// A digest of the file's bytes, shown by `status` and in the log.
    public let fileHash: String
    /// Whether some rule looks at what is scheduled, so that banks have to be asked for it (D42).
    public let readsScheduledItems: Bool
    /// Whether some rule looks at whether notices get through.
    public let readsChannels: Bool
    private let indexByID: [String: Int]

    /// Makes a set; the identifiers are distinct, which the decoder of the file has checked.
    public init(rules: [Rule], fileHash: String) {
        self.rules = rules
        self.fileHash = fileHash
        readsScheduledItems = rules.contains { $0.body.readsScheduledItems }
        readsChannels = rules.contains { $0.body.readsChannels }
        indexByID = Dictionary(
            rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// How many rules the person wrote; those that the program has added are not among them.
    public var writtenCount: Int { rules.count { !$0.id.hasPrefix(Rule.ownPrefix) } }

    /// The rule with that identifier.
    public func rule(_ id: String) -> Rule? {
        indexByID[id].map { rules[$0] }
    }
}
