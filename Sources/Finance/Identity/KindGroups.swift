/// Rows or records gathered by kind, each kind's members in the order given.
struct KindGroups<Kind: Hashable> {
    /// The kinds, in the order of their first member.
    private(set) var kinds: [Kind] = []
    private var members: [[Int]] = []
    private var taken: [Int] = []

    /// Gathers `indices` by the kind that `kind` gives each.
    init(_ indices: [Int], kind: (Int) -> Kind) {
        var number: [Kind: Int] = [:]
        for index in indices {
            let kind = kind(index)
            if let known = number[kind] {
                members[known].append(index)
            } else {
                number[kind] = kinds.count
                kinds.append(kind)
                members.append([index])
            }
        }
        taken = Array(repeating: 0, count: kinds.count)
    }

    /// How many members each kind has.
    var counts: [Int] { members.map(\.count) }

    /// The first member of a kind.
    func first(_ kind: Int) -> Int? { members[kind].first }

    /// All members of a kind.
    func all(_ kind: Int) -> [Int] { members[kind] }

    /// The next member of a kind that was not taken yet.
    mutating func take(_ kind: Int) -> Int? {
        guard taken[kind] < members[kind].count else { return nil }
        defer { taken[kind] += 1 }
        return members[kind][taken[kind]]
    }
}
