import Finance

extension ConditionEvaluator {
    /// Whether the program or a bank is so, as one part of a condition.
    ///
    /// A rule that speaks of accounts asks the bank of each; one that speaks of no account asks
    /// whether any bank is so. Channels belong to no account.
    mutating func find(_ health: CompiledHealth, _ context: ReadingContext) -> Answer {
        let reader = HealthReader(moment: moment)
        switch health {
        case .unreachable, .sourceOlder, .signIn:
            let own = context.source ?? context.account?.account.institutionName
            let sources = own.map { [$0] } ?? reader.sources(for: health)
            return .any(sources.map { reader.read(health, of: $0) })
        case .accountOlder(let age, let selector):
            let accounts = names.accounts(of: selector, among: moment.accounts)
            guard selector.isVariable else {
                return accounts.first.map { reader.read(age, of: $0) } ?? Answer(.notApplicable)
            }
            let own = accounts.first { $0.account.id == context.account?.account.id }
            return own.map { reader.read(age, of: $0) } ?? Answer(.notApplicable)
        case .notifications:
            let channels = moment.facts.program.channels.keys.sorted()
            let answers = channels.map { reader.read(channel: $0) }
            return answers.isEmpty ? Answer(.isNot) : .any(answers)
        }
    }
}
