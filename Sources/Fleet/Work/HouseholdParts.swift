public import Rules
public import Watch

/// The parsed rules of a household, and the builder of its pipeline.
public typealias HouseholdParts = (rules: RuleSet, builder: PipelineBuilder)

/// Why a household can't be evaluated: what, where, how to fix it.
public struct HouseholdFault: Error, Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// The stored data of a household can't be read.
    init(_ error: any Error) {
        text = "\((error as? FleetError)?.problem ?? "\(error)"); \(HouseholdImage.fix)"
    }

    static let unreadableFile = HouseholdFault(
        "its rules or settings file is missing, or encrypted with another key; add it again")
}

/// Reads the texts of a rules and a settings file; throws ``HouseholdFault``.
public typealias HouseholdReader =
    @Sendable (_ rules: [UInt8], _ settings: [UInt8]) throws -> HouseholdParts

/// Caches the parsed files that many households share.
actor PartCache {
    private static let limit = 10_000

    private let engine: any FleetEngine
    private let read: HouseholdReader
    private var known: [[DocumentHash]: Result<HouseholdParts, any Error>] = [:]

    init(_ engine: any FleetEngine, _ read: @escaping HouseholdReader) {
        (self.engine, self.read) = (engine, read)
    }

    func parts(of load: HouseholdLoad) async throws -> HouseholdParts {
        let key = [load.rules, load.settings]
        if let parts = known[key] { return try parts.get() }
        let rules = try await engine.document(load.rules)
        let settings = try await engine.document(load.settings)
        let parts = Result { try read(rules, settings) }
        if known.count >= Self.limit { known = [:] }
        known[key] = parts
        return try parts.get()
    }
}
