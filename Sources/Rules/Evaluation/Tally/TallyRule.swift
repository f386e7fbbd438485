import Finance

/// A rule on new transactions that can be counted without its surroundings.
struct TallyRule: Sendable {
    /// Its place in the file.
    let place: Int
    /// What the transaction must be.
    let program: MatchProgram
    private let stage: Event.Stage?

    /// Compiles a rule; `nil` if it looks at more than the transaction, or at its account.
    init?(_ rule: Rule, at place: Int, _ pool: inout MatchPool) {
        guard case .event(let event) = rule.body, event.condition == nil,
            case .new(let stage, let noun) = event.trigger,
            !event.filters.contains(where: \.kind.needsHistory)
        else { return nil }
        let program = pool.program(TransactionKinds(noun), event.filters)
        guard program.accounts < 0 || pool.selectors[Int(program.accounts)].isEverything else {
            return nil
        }
        self.place = place
        self.program = program
        self.stage = stage
    }

    /// Whether a transaction matches in all but the size of its amount.
    func matches(_ subject: MatchSubject, _ pool: inout MatchPool) -> Bool {
        let transaction = subject.transaction
        let isAtStage =
            switch stage {
            case nil: true
            case .pending: transaction.status.isReservation
            case .booked: transaction.status == .booked
            }
        let own = transaction.transactionAmount.currency
        var free = program
        free.accounts = -1
        return isAtStage
            && (program.currency < 0 || pool.currencies[Int(program.currency)] == own)
            && free.matchesBesidesAmount(subject, &pool, accounts: [])
    }
}
