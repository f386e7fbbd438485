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

/// An amount that a shop has reserved.
public struct SandboxReservation: Sendable, Equatable {
    /// The name by which later actions call it; unique among open reservations.
    var id: String
    /// The account.
    var account: String
    /// The amount; negative.
    var amount: Money
    /// The text; usually the first 15 characters of the merchant's name.
    var text: SandboxText
    /// How it was reserved.
    var kind = ReservationKind.visa
    /// The day of the purchase.
    var date = SandboxDate.today
}

/// What becomes of a reservation.
public struct SandboxBooking: Sendable, Equatable {
    /// The id of the reservation.
    var reservation: String
    /// The amount that is booked; `nil` is the reserved one.
    var amount: Money?
    /// The text of the booked row.
    var text = SandboxText.usual
    /// The kind of the booked row; `nil` is the one that belongs to the reservation's kind.
    var kind: SandboxRowKind?
    /// The day of booking.
    var date = SandboxDate.today
    /// The value date; `nil` is the day of booking.
    var interestDate: SandboxDate?
    /// The details of the card purchase; `nil` leaves them out.
    var card: SandboxCard?
}

/// A row that is booked without a reservation.
public struct SandboxPosting: Sendable, Equatable {
    /// The account.
    var account: String
    /// The amount; negative is money out.
    var amount: Money
    /// The kind of row.
    var kind: SandboxRowKind
    /// The text.
    var text = SandboxText.usual
    /// The day of booking.
    var date = SandboxDate.today
    /// The value date; `nil` is the day of booking.
    var interestDate: SandboxDate?
    /// The details of a card purchase.
    var card: SandboxCard?
    /// The details of a payment.
    var detail: SandboxDetail?
}

/// A transfer between two accounts of the bank.
public struct SandboxTransfer: Sendable, Equatable {
    /// The account that pays.
    var from: String
    /// The account that receives.
    var to: String
    /// The amount; positive.
    var amount: Money
    /// The text of both rows.
    var text = SandboxText.usual
    /// The day of booking.
    var date = SandboxDate.today
}

/// The text of a row: what the bank usually writes, or exactly this.
public enum SandboxText: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The pattern of the bank for that kind of row.
    case usual
    /// This text; `nil` sends `null`.
    case exactly(String?)

    /// A text of its own.
    public init(stringLiteral value: String) { self = .exactly(value) }

    /// The text, or `usual` if the scenario leaves it to the bank.
    func resolved(usual: String?) -> String? {
        if case .exactly(let text) = self { text } else { usual }
    }
}

/// A day in a scenario: a date, or a distance to the bank day on which the action happens.
///
/// In a scenario file `"2026-03-05"` or `-2` (two days before).
enum SandboxDate: Sendable, Equatable {
    /// This very day.
    case day(CalendarDay)
    /// So many days after the bank day of the action; negative is before it.
    case offset(Int)

    /// The bank day of the action.
    static let today = SandboxDate.offset(0)

    /// The day that is meant when the action happens on `today`.
    func resolved(on today: CalendarDay) -> CalendarDay {
        switch self {
        case .day(let day): day
        case .offset(let days): today.adding(days: days)
        }
    }
}
