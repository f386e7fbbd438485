import Finance

extension SandboxError: CustomStringConvertible {
    /// What is wrong and how to fix it.
    public var description: String { "\(problem); \(fix)" }

    /// A short name of the error, stable for programs.
    var code: String {
        switch self {
        case .unknownAccount: "unknown-account"
        case .ambiguousAccount: "ambiguous-account"
        case .unknownReservation: "unknown-reservation"
        case .reservationTaken: "reservation-taken"
        case .sameAccount: "same-account"
        case .notNegative, .notPositive: "wrong-sign"
        case .otherCurrency: "other-currency"
        case .overflow: "overflow"
        case .unknownSwitch: "unknown-switch"
        case .switchValue: "switch-value"
        case .dayInPast: "day-in-past"
        case .dayTooFar: "day-too-far"
        }
    }

    /// What is wrong, in words.
    var problem: String {
        switch self {
        case .unknownAccount(let name): "no account is called '\(name)'"
        case .ambiguousAccount(let name): "more than one account is called '\(name)'"
        case .unknownReservation(let id): "no open reservation is called '\(id)'"
        case .reservationTaken(let id): "an open reservation is already called '\(id)'"
        case .sameAccount(let name): "the transfer leads from '\(name)' to itself"
        case .notNegative(let amount): "a reservation of \(amount.decimalText) takes no money"
        case .notPositive(let amount): "a transfer of \(amount.decimalText) moves no money"
        case .otherCurrency(let amount): "\(amount) is not in the currency of the account"
        case .overflow(let account): "the sum of account '\(account)' grows beyond 64 bits"
        case .unknownSwitch(let name): "no switch is called '\(name)'"
        case .switchValue(let name, let value): "switch '\(name)' cannot be \(value)"
        case .dayInPast(let day, let today): "\(day) is before the bank day \(today)"
        case .dayTooFar: "the day lies beyond year 9999"
        }
    }

    /// What to do about it.
    var fix: String {
        switch self {
        case .unknownAccount: "use the id, the number or the name of an account in 'accounts'"
        case .ambiguousAccount: "use the account's id or number"
        case .unknownReservation: "reserve it at an earlier step, and book or release it once"
        case .reservationTaken: "give each open reservation an id of its own"
        case .sameAccount: "name two different accounts"
        case .notNegative: "write a negative amount, such as -187.00"
        case .notPositive: "write a positive amount; it leaves 'from' and reaches 'to'"
        case .otherCurrency: "use kroner; a price in another currency belongs into 'card'"
        case .overflow: "use smaller amounts"
        case .unknownSwitch(let name): Self.switchHint(name)
        case .switchValue(let name, _): "use \(name.valuesText)"
        case .dayInPast: "choose a later day, or begin again with POST /sandbox/reset"
        case .dayTooFar: "choose an earlier day"
        }
    }

    private static func switchHint(_ name: String) -> String {
        let names = SandboxSwitch.all.map(\.name)
        guard let near = NearestName.find(name, among: names) else {
            return "use one of \(names.joined(separator: ", "))"
        }
        return "did you mean '\(near)'?"
    }
}
