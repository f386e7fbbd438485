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
