import Finance
import Foundation

/// Finds the units that must be evaluated.
extension LevelGroup {
    /// How the bounds of a window moved since the last poll.
    enum Move {
        /// The bounds have not moved.
        case none
        /// The bounds moved forward, so that rows can only have left the window.
        case onward
        /// The window has other days, whose rows must be read first (D78).
        case toOtherDays
        /// The bounds moved back, because a clock was set or recorded lines are out of order.
        case back
    }

    mutating func move(_ state: EvaluationState) -> Move {
        guard let index = window else { return .none }
        let now = state.windows.bounds(index)
        defer { bounds = now }
        guard let bounds, bounds != now else { return .none }
        if now.isOfDays, !state.moment.facts.program.seesEveryRow || now.isOfPeriod {
            return .toOtherDays
        }
        return bounds.begins(before: now) ? .onward : .back
    }

    /// The accounts with a change that can affect the group.
    func touched(_ delta: AccountDelta, _ state: EvaluationState) -> Set<UUID> {
        guard hasKey else { return delta.accounts }
        guard let window else { return delta.figures }
        let counted = state.windows.counted(window)
        return counted.isEmpty ? delta.rows : delta.rows.union(counted)
    }

    /// The accounts whose share of the window can change because the window moves.
    ///
    /// An account whose rows are unknown is evaluated when they are known again.
    private func moving(_ usable: AccountDelta.Usable, _ state: EvaluationState) -> Set<UUID> {
        guard let window else { return [] }
        return learning.union(state.windows.accountsLosingRows(window)).intersection(usable.rows)
    }

    /// Whether the unit's own account can be evaluated now.
    func isUsable(_ unit: Int, _ usable: AccountDelta.Usable) -> Bool {
        guard hasKey, interest.isEach, let own = found[unit].unit.own else { return true }
        return window == nil ? usable.figures.contains(own) : usable.rows.contains(own)
    }

    /// The units that must be evaluated.
    func due(
        _ touched: Set<UUID>, _ move: Move, _ delta: AccountDelta, _ state: inout EvaluationState
    ) -> [Int] {
        var accounts = touched
        if move == .onward, interest.isEach { accounts.formUnion(moving(delta.usable, state)) }
        let isForAll =
            move == .back || move == .toOtherDays || !hasKey && (isRestless || delta.isOtherDay)
            || move == .onward && !interest.isEach || interest.isAny && !touched.isEmpty
            || !interest.named.isEmpty
                && touched.contains { interest.concerns($0, &state.registry) }
        if isForAll { return Array(found.indices) }
        var due = unseen
        guard interest.isEach else { return due }
        for account in accounts {
            guard let unit = unit(of: account, state.registry) else { continue }
            // A unit that became unknown is skipped if only known verdicts are wanted.
            if state.moment.detail != .known || isUsable(unit, delta.usable) { due.append(unit) }
        }
        return due
    }

    func unit(of account: UUID, _ registry: AccountRegistry) -> Int? {
        guard let place = registry.place(of: account), place < places.count, places[place] >= 0
        else { return nil }
        return places[place]
    }

    /// Updates the shares of accounts in a value over all of them.
    mutating func addUp(
        _ quantity: CompiledQuantity, _ touched: Set<UUID>, _ move: Move,
        _ usable: AccountDelta.Usable, _ state: inout EvaluationState
    ) {
        let isWhole = total == nil || move == .back || move == .toOtherDays
        var sum = isWhole ? RunningTotal() : total.take() ?? RunningTotal()
        let accounts =
            isWhole
            ? Set(state.moment.facts.accounts.keys)
            : move == .onward ? touched.union(moving(usable, state)) : touched
        for id in accounts {
            guard let account = state.moment.facts.accounts[id] else { continue }
            let share = state.share(of: quantity, account)
            note(isLearning: share == .unknown(.learning), id)
            sum.set(share, of: id, in: account.account.currency)
        }
        total = sum
    }

    mutating func note(isLearning: Bool, _ account: UUID) {
        if isLearning { learning.insert(account) } else { learning.remove(account) }
    }
}
