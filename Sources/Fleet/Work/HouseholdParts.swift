public import Rules
public import Watch

/// What a household is evaluated with besides its facts.
public struct HouseholdParts: Sendable {
    public let rules: RuleSet
    public let builder: PipelineBuilder

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

/// Reads the texts of a rules and a settings file.
public typealias HouseholdReader =
    @Sendable (_ rules: [UInt8], _ settings: [UInt8]) throws(HouseholdFault) -> HouseholdParts

/// Remembers what texts mean that many households share.
actor PartsShelf {
    private struct Key: Hashable {
        let rules: DocumentHash
        let settings: DocumentHash
    }

    private static let limit = 10_000

    private let engine: any FleetEngine
    private let read: HouseholdReader
    private var known: [Key: Result<HouseholdParts, HouseholdFault>] = [:]

    init(engine: any FleetEngine, read: @escaping HouseholdReader) {
        self.engine = engine
        self.read = read
    }

    func parts(of load: HouseholdLoad) async throws(FleetError)
        -> Result<HouseholdParts, HouseholdFault>
    {
        let key = Key(rules: load.rules, settings: load.settings)
        if let parts = known[key] { return parts }
        let rules = try await engine.text(of: load.rules)
        let settings = try await engine.text(of: load.settings)
        let parts = Result { [read] () throws(HouseholdFault) in
            try read(try rules.get(), try settings.get())
        }
        if known.count >= Self.limit { known = [:] }
        known[key] = parts
        return parts
    }
}

extension FleetEngine {
    /// A document; one that can't be read concerns only the households that have it.
    func text(of hash: DocumentHash) async throws(FleetError) -> Result<[UInt8], HouseholdFault> {
        do {
            return .success(try await document(hash))
        } catch .unreadable(let problem) {
            return .failure(HouseholdFault("its rules or settings can't be read: \(problem)"))
        }
    }
}
