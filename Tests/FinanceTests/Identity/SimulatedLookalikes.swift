@testable import Finance

/// Movements that a bank shows by one and the same row: same day, amount and text.
///
/// Which of them such a row is, nothing in any answer tells, so their new events are counted
/// together: as many as there are movements.
struct SimulatedLookalikes {
    private var names: [String: String] = [:]

    /// Gathers the movements that share a row, directly or through others.
    init(_ purchases: [SimulatedPurchase]) {
        for purchase in purchases {
            let keys = [purchase.reservation, purchase.changed, purchase.booking]
                .compactMap { $0 }.map { SimulatedPlay.datedKey($0) }
            guard let first = keys.first else { continue }
            let name = name(of: first)
            for key in keys { join(key, with: name) }
            guard purchase.dialect.isUndated(purchase.number) else { continue }
            for var row in [purchase.reservation, purchase.changed].compactMap({ $0 }) {
                for _ in 0..<AccountReconciliation.longestPosting {
                    row.date = row.date.adding(days: 1)
                    join(SimulatedPlay.datedKey(row), with: name)
                }
            }
        }
    }

    /// The name under which the events of a row are counted.
    func name(of key: String) -> String {
        var name = key
        while let next = names[name], next != name { name = next }
        return name
    }

    private mutating func join(_ key: String, with name: String) {
        let other = self.name(of: key)
        let root = self.name(of: name)
        if other != root { names[other] = root }
    }
}
