public import Foundation

/// Everything current that rules may read, as a value.
public struct Facts: Sendable, Hashable {
    /// The accounts by identifier.
    public var accounts: [UUID: AccountFacts]
    /// The bank connections by the identifier of their source.
    public var sources: [String: SourceFacts]
    /// What the program knows about itself.
    public var program: ProgramFacts

    /// Makes facts; none by default.
    public init(
        accounts: [UUID: AccountFacts] = [:], sources: [String: SourceFacts] = [:],
        program: ProgramFacts = ProgramFacts()
    ) {
        self.accounts = accounts
        self.sources = sources
        self.program = program
    }
}
