import Finance

/// A compiled state of the program or of a bank connection.
enum CompiledHealth: Sendable {
    /// The bank does not answer.
    case unreachable
    /// The bank was last read longer ago than that.
    case sourceOlder(CalendarSpan)
    /// An account was last read longer ago than that.
    case accountOlder(CalendarSpan, AccountSelector)
    /// The credentials end within that time.
    case signIn(CalendarSpan)
    /// A channel does not take notices.
    case notifications

    /// Compiles a state.
    init(_ health: Health) {
        switch health.kind {
        case .bankUnreachable: self = .unreachable
        case .dataOlder(nil, let age): self = .sourceOlder(age.value)
        case .dataOlder(let scope?, let age):
            self = .accountOlder(age.value, AccountSelector(scope))
        case .signInExpires(let length): self = .signIn(length.value)
        case .notificationsFailing: self = .notifications
        }
    }

    /// Whether it says that a bank does not answer or was not read for long.
    var isOfTroubledBank: Bool {
        switch self {
        case .unreachable, .sourceOlder, .accountOlder: true
        case .signIn, .notifications: false
        }
    }
}

extension EvaluationState {
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
            guard selector.isVariable else {
                return accounts(of: selector).first.map { reader.read(age, of: $0) }
                    ?? Answer(.notApplicable)
            }
            let own = account(context.account?.account.id, of: selector)
            return own.map { reader.read(age, of: $0) } ?? Answer(.notApplicable)
        case .notifications:
            let channels = moment.facts.program.channels.keys.sorted()
            let answers = channels.map { reader.read(channel: $0) }
            return answers.isEmpty ? Answer(.isNot) : .any(answers)
        }
    }
}
