/// What the bank tells about a payment in `transactionDetail`.
public struct SandboxDetail: Sendable, Equatable {
    /// The other account, written with points.
    public var formattedAccountNumber: String
    /// The number of the payment.
    public var transactionId: Int64
    /// The payer's reference (KID).
    public var cid: String
    /// Who received the money.
    public var receiverName: String
    /// A number of the bank's own.
    public var numericReference: Int64
    /// Who paid; usually `nil`.
    public var payerName: String?
    /// When the payment was entered.
    public var registrationDate: SandboxDate

    /// Describes a payment to `receiverName`.
    public init(
        receiverName: String, formattedAccountNumber: String, cid: String,
        reference: Int64, registrationDate: SandboxDate
    ) {
        self.receiverName = receiverName
        self.formattedAccountNumber = formattedAccountNumber
        self.cid = cid
        transactionId = 900_000_000_000_000 + reference
        numericReference = 900_000_000 + reference
        self.registrationDate = registrationDate
    }
}
