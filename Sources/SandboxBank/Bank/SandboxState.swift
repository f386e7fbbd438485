public import Finance

/// How the sandbox bank stands at a moment.
public struct SandboxState: Sendable, Equatable {
    /// An account with its figures.
    public struct Account: Sendable, Equatable {
        /// The id.
        public let id: String
        /// The name, if it has one.
        public let name: String?
        /// The booked balance.
        public let balance: Money
        /// What can be spent.
        public let available: Money
    }

    /// The bank day.
    public let day: CalendarDay
    /// How many steps were taken.
    public let step: Int
    /// The number of the last step of the story.
    public let lastStep: Int
    /// What the latest step says about itself.
    public let note: String?
    /// Actions of the story that could not be done.
    public let problems: [String]
    /// The accounts in order.
    public let accounts: [Account]
    /// The switches that are not at rest.
    public let switches: [SandboxSwitch: SwitchValue]

    /// Whether nothing more happens in the story.
    public var isFinished: Bool { step >= lastStep }
}

extension SandboxState {
    /// Reads the state off a bank.
    init(_ bank: Bank) {
        day = bank.day
        step = bank.step
        lastStep = bank.scenario.lastStep
        note = bank.note
        problems = bank.problems
        accounts = bank.ledger.accounts.map { account in
            Account(
                id: account.id, name: account.name, balance: bank.ledger.balance(of: account),
                available: bank.ledger.available(of: account))
        }
        switches = bank.switches.moved
    }

    /// The answer of `GET /sandbox/state`.
    var json: JSONOutput {
        .object([
            ("day", .string(day.description)), ("step", .whole(step)),
            ("lastStep", .whole(lastStep)), ("isFinished", .bool(isFinished)),
            ("note", .text(note)), ("problems", .array(problems.map(JSONOutput.string))),
            ("accounts", .array(accounts.map(\.json))),
            (
                "switches",
                .object(
                    SandboxSwitch.allCases.map {
                        ($0.rawValue, (switches[$0] ?? $0.resting).output)
                    })
            ),
        ])
    }
}

extension SandboxState.Account {
    /// The account in the answer of `GET /sandbox/state`.
    fileprivate var json: JSONOutput {
        .object([
            ("id", .string(id)), ("name", .text(name)),
            ("balance", .shortest(balance)),
            ("available", .shortest(available)),
        ])
    }
}
