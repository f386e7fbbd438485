import Finance
import Foundation

/// All accounts in the order of their names; they are sorted anew only when one is new or renamed.
struct AccountShelf: Sendable {
    private var order: [(id: UUID, name: String)] = []

    /// Starts empty.
    init() {}

    /// All accounts in the order of their names.
    mutating func sorted(_ facts: Facts) -> [AccountFacts] {
        if let known = known(facts) { return known }
        let accounts = AccountNames.sorted(facts)
        order = accounts.map { ($0.account.id, $0.account.displayName) }
        return accounts
    }

    private func known(_ facts: Facts) -> [AccountFacts]? {
        guard order.count == facts.accounts.count else { return nil }
        var accounts: [AccountFacts] = []
        accounts.reserveCapacity(order.count)
        for (id, name) in order {
            guard let account = facts.accounts[id], account.account.displayName == name else {
                return nil
            }
            accounts.append(account)
        }
        return accounts
    }
}
