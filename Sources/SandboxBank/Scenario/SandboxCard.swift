import Finance

/// What the bank knows of a card purchase once it is booked (`cardDetails`).
struct SandboxCard: Sendable, Equatable {
    /// The masked card number.
    var cardNumber = "*0000"
    /// The name of the merchant.
    var merchant: String
    /// The place of the merchant.
    var city = "FJORDBY"
    /// The four digits of the merchant category.
    var categoryCode = "9399"
    /// The category in Norwegian.
    var category = "Diverse"
    /// The price in the currency of the shop, positive; `nil` is the amount of the row.
    var price: Money?
    /// Kroner for one unit of that currency.
    var rate = SandboxRate.one
    /// The day of the purchase; `nil` is the day of the reservation, or of the row itself.
    var purchaseDate: SandboxDate?
    /// 16 digits that start with 48; `nil` gives the next free one.
    var transactionId: String?
}

/// What the bank tells about a payment in `transactionDetail`.
struct SandboxDetail: Sendable, Equatable {
    /// The other account, written with points.
    var formattedAccountNumber = "9999.11.11121"
    /// The payer's reference (KID).
    var cid = ""
    /// Who received the money.
    var receiverName: String
    /// What the numbers of the payment end in.
    var reference: Int64 = 1
    /// Who paid; usually `nil`.
    var payerName: String?
    /// When the payment was entered.
    var registrationDate = SandboxDate.today
}

/// An exchange rate with four decimals, as the bank prints it.
struct SandboxRate: Sendable, Equatable {
    /// The rate times 10,000; positive.
    let tenThousandths: Int64

    /// One to one.
    static let one = SandboxRate(tenThousandths: 10_000)

    /// Makes a rate: 106,250 is 10.6250.
    init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }

    /// Reads `10.625`; `nil` for what is no positive number with at most four decimals.
    init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? String(parts[1]) : "0"
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            (1...4).contains(decimals.utf8.count),
            (parts[0] + decimals).utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let padded = decimals + String(repeating: "0", count: 4 - decimals.utf8.count)
        guard let value = Int64(parts[0] + padded), value > 0 else { return nil }
        tenThousandths = value
    }

    /// With all four decimals, as in the text of a row: `10.6250`.
    var text: String { "\(tenThousandths / 10_000).\((tenThousandths % 10_000).padded(to: 4))" }
}
