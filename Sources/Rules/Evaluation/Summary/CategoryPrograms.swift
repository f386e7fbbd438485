public import Finance

/// Finds the category of a transaction: the rules file's own before the bank's, one that is named like
/// the bank's in its place.
struct CategoryPrograms: Sendable {
    private let own: [(name: String, program: MatchProgram)]
    private let replaced: Set<String>

    init(_ categories: [OwnCategory], _ pool: inout MatchPool) {
        own = categories.map { own in
            let filter = Filter(
                kind: .inCategory([Category(kind: .own(own), span: 0..<0)]), span: 0..<0)
            return (own.name, pool.program(.everything, [filter]))
        }
        replaced = Set(categories.map { MatchText.fold($0.name) })
    }

    func name(of row: Transaction, _ pool: inout MatchPool) -> SpendingOverview.Name {
        let subject = pool.subject(row)
        for own in own where own.program.matches(subject, &pool) { return .named(own.name) }
        let group = row.merchantCategoryCode.flatMap { code in
            MerchantCategory.allCases.first {
                $0.contains(code) && !replaced.contains($0.rawValue)
            }
        }
        return group.map { .group($0) } ?? .other
    }
}

/// The same for who evaluates no rules.
public struct CategoryNames: Sendable {
    private var pool = MatchPool()
    private let programs: CategoryPrograms

    public init(_ groups: NamedGroups) {
        programs = CategoryPrograms(groups.ownCategories, &pool)
    }

    public mutating func name(of row: Transaction) -> SpendingOverview.Name {
        programs.name(of: row, &pool)
    }
}
