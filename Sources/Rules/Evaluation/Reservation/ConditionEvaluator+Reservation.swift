import Finance

extension ConditionEvaluator {
    /// Whether an account has a reservation that is older, as one part of a condition.
    mutating func find(_ age: CompiledReservationAge, _ context: ReadingContext) -> Answer {
        let accounts = names.accounts(of: age.selector, among: moment.accounts)
        guard age.selector.isVariable else {
            return accounts.isEmpty ? Answer(.notApplicable) : .any(accounts.map { find(age, $0) })
        }
        guard let own = accounts.first(where: { $0.account.id == context.account?.account.id })
        else { return Answer(.notApplicable) }
        return find(age, own)
    }

    private func find(_ age: CompiledReservationAge, _ account: AccountFacts) -> Answer {
        if let reason = moment.freshness.windowReason(
            against: account, in: moment.facts, at: moment.now)
        {
            return Answer(.unknown(reason))
        }
        let today = CalendarDay(of: moment.now, in: moment.zone)
        let isOlder = reservations.isOlder(age, on: account.account.id, today: today)
        return Answer(isOlder ? .isSo : .isNot)
    }
}
