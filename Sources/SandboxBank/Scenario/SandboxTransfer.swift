public import Finance

/// A transfer between two accounts of the bank.
public struct SandboxTransfer: Sendable, Equatable {
    /// The account that pays.
    public var from: String
    /// The account that receives.
    public var to: String
    /// The amount; positive.
    public var amount: Money
    /// The text of both rows.
    public var text: SandboxText
    /// The day of booking.
    public var date: SandboxDate

    /// Describes a transfer booked today.
    public init(from: String, to: String, amount: Money, text: SandboxText = .usual) {
        self.from = from
        self.to = to
        self.amount = amount
        self.text = text
        date = .today
    }
}
