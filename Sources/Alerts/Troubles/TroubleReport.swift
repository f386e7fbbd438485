/// What was found about one trouble of the program itself.
public struct TroubleReport: Sendable, Hashable {
    /// The trouble.
    public let trouble: OwnTrouble
    /// Whether it is over.
    public let isOver: Bool
    /// Whether it is over because what it is about is no longer in use.
    public var isObsolete = false
    /// The notices that it kept from a person, to be told elsewhere.
    public let undelivered: [Notice]

    /// Makes a report.
    public init(_ trouble: OwnTrouble, isOver: Bool = false, undelivered: [Notice] = []) {
        self.trouble = trouble
        self.isOver = isOver
        self.undelivered = undelivered
    }
}
