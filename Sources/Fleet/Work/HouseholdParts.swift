public import Rules
public import Watch

/// What a household is evaluated with besides its facts.
public struct HouseholdParts: Sendable {
    let rules: RuleSet
    let builder: PipelineBuilder

    public init(rules: RuleSet, builder: PipelineBuilder) {
        self.rules = rules
        self.builder = builder
    }
}

/// Why a household can't be evaluated: what, where, how to fix it.
public struct HouseholdFault: Error, Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    /// A new household in its place would send again what was sent.
    static let missingState = HouseholdFault(
        "the stored state is missing; remove the household and add it again, or restore a backup")
}

/// Reads the texts of a rules and a settings file; throws ``HouseholdFault``.
public typealias HouseholdReader =
    @Sendable (_ rules: [UInt8], _ settings: [UInt8]) throws -> HouseholdParts

/// Remembers what texts mean that many households share.
actor PartsShelf {
    private static let limit = 10_000

    private let engine: any FleetEngine
    private let read: HouseholdReader
    private var known: [[DocumentHash]: Result<HouseholdParts, any Error>] = [:]

    init(engine: any FleetEngine, read: @escaping HouseholdReader) {
        self.engine = engine
        self.read = read
    }

    func parts(of load: HouseholdLoad) async throws -> HouseholdParts {
        let key = [load.rules, load.settings]
        if let parts = known[key] { return try parts.get() }
        let rules = try await engine.text(of: load.rules)
        let settings = try await engine.text(of: load.settings)
        let parts = Result { try read(rules, settings) }
        if known.count >= Self.limit { known = [:] }
        known[key] = parts
        return try parts.get()
    }
}

extension FleetEngine {
    /// A document; one that can't be read concerns only the households that have it.
    func text(of hash: DocumentHash) async throws -> [UInt8] {
        do {
            return try await document(hash)
        } catch let error as FleetError where error.kind == .unreadable {
            throw HouseholdFault("its rules or settings can't be read: \(error.problem)")
        }
    }
}
