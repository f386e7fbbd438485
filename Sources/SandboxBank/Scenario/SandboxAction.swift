public import Finance

/// Something that happens at the sandbox bank.
///
/// Accounts are named by id, account number, or name if only one account has it.
public enum SandboxAction: Sendable, Equatable {
    /// An amount is reserved: `available` falls, `balance` stays.
    case reserve(SandboxReservation)
    /// A reservation becomes a booked row.
    case book(SandboxBooking)
    /// A row is booked that was never reserved.
    case post(SandboxPosting)
    /// Money moves between two of the accounts: one row on each.
    case transfer(SandboxTransfer)
    /// A reservation gets another amount or text while it is open.
    case change(reservation: String, amount: Money?, text: SandboxText)
    /// A reservation goes away and is never booked.
    case release(reservation: String)
    /// The balance becomes this, without a row that explains it.
    case setBalance(account: String, balance: Money)
    /// A switch is turned.
    case turn(SandboxSwitch, SwitchValue)
}
