import Finance
import Foundation

/// What changed since the last poll, as far as rules on conditions can see it.
struct LevelNews {
    /// Whether there is nothing to compare with: the first poll, or other accounts or names.
    let isAnew: Bool
    /// For each account in order, whether something about it changed.
    let isChanged: [Bool]
    /// For each account in order, whether a transaction on it changed.
    let hasRows: [Bool]
    /// Whether another day has begun.
    let isOtherDay: Bool
    /// Whether verdicts that are as they were are left out.
    let isBrief: Bool

    /// Whether nothing that a day and the accounts hold has changed.
    var isNothing: Bool {
        !isAnew && !isOtherDay && !isChanged.contains(true) && !hasRows.contains(true)
    }

    /// Whether one of some accounts changed; `withRows` if their transactions matter.
    func concerns(_ places: [Int], withRows: Bool) -> Bool {
        places.contains { isChanged[$0] || (withRows && hasRows[$0]) }
    }
}
