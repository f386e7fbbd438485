/// The kind of a transaction; cases and order are FinanceKit's.
public enum TransactionType: String, Sendable, Hashable, Codable, CaseIterable {
    /// The bank's codes map to no known kind.
    case unknown
    /// A correction, either way.
    case adjustment
    /// A cash machine.
    case atm
    /// A bill paid, typically by giro or e-invoice.
    case billPayment
    /// A cheque.
    case check
    /// Money paid in by someone.
    case deposit
    /// Paid straight into the account: salary, benefits.
    case directDeposit
    /// A company's earnings paid out.
    case dividend
    /// A charge by the bank.
    case fee
    /// Interest earned or owed.
    case interest
    /// A purchase at a till, a terminal or on the web.
    case pointOfSale
    /// Between accounts.
    case transfer
    /// Taken out repeatedly by another party.
    case withdrawal
    /// A fixed amount on fixed dates.
    case standingOrder
    /// Paid to a third party on agreed dates.
    case directDebit
    /// A loan paid out or repaid.
    case loan
    /// Money back.
    case refund
}

/// Where a transaction is in its life; cases and order are FinanceKit's.
public enum TransactionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Approved by the issuer, not yet in the account.
    case authorized
    /// An informational line about a movement.
    case memo
    /// On its way: what a Norwegian bank calls a reservation.
    case pending
    /// Posted, final.
    case booked
    /// Refused.
    case rejected

    /// Whether the bank has yet to post it.
    public var isReservation: Bool { self == .pending || self == .authorized }
}

/// An ISO 18245 merchant category code: four digits such as 5411, grocery stores.
public struct MerchantCategoryCode: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The number, 0 to 9999.
    public let rawValue: Int16

    /// Makes a code from its number; `nil` outside 0…9999.
    public init?(rawValue: Int16) {
        guard (0...9_999).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads one to four digits; `nil` for anything else.
    public init?(_ text: String) {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int16(text)
        else { return nil }
        rawValue = number
    }

    /// The four digits, with leading zeros.
    public var description: String {
        let text = String(rawValue)
        return String(repeating: "0", count: 4 - text.count) + text
    }

    /// Reads the four digits as text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let code = MerchantCategoryCode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a merchant category code has four digits")
        }
        self = code
    }

    /// Writes the four digits as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
