import Finance

/// An account that a consent covers, as it is stored with the sign-in.
///
/// The holder's name and other personal data are not read.
struct EnableBankingAccount: Sendable, Hashable, Codable {
    /// The identification hash under which it was first seen.
    var id: String
    /// The account's name at the service, which a new consent changes.
    let uid: String
    /// All hashes that it has had; each of them identifies it.
    var hashes: [String]
    /// The number in Norway's form, else the IBAN or another identification.
    let number: String?
    let name: String?
    let product: String?
    /// A code of ISO 20022, such as `CACC`, `CARD` or `SVGS`.
    let kind: String
    let currency: Currency
    let creditLimit: Money?

    /// - Returns: `nil` for an account of which nothing can be read.
    init?(_ row: AnswerRow) throws(BankError) {
        guard let uid = try row.words("uid") else { return nil }
        self.uid = uid
        id = try row.required(try row.words("identification_hash"), "identification_hash")
        hashes = [id] + (try row.texts("identification_hashes")).filter { [id] in $0 != id }
        let numbers = try row.row("account_id")
        number = Self.number(
            iban: try numbers?.words("iban"),
            other: try numbers?.row("other")?.words("identification"))
        name = try row.words("details")
        product = try row.words("product")
        kind = try row.words("cash_account_type") ?? "OTHR"
        let code = try row.words("currency")
        let currency = try row.required(code.flatMap { Currency(code: $0) }, "currency")
        self.currency = currency
        // A limit of nothing means that the bank does not say.
        let limit = try row.money("credit_limit")
        creditLimit = limit.flatMap { $0.currency == currency && $0.minorUnits > 0 ? $0 : nil }
    }

    /// `NO93 8601 1117 947` → `86011117947`.
    static func number(iban: String?, other: String?) -> String? {
        guard let iban = iban?.filter({ $0 != " " }) else { return other }
        return iban.hasPrefix("NO") && iban.utf8.count == 15 ? String(iban.dropFirst(4)) : iban
    }

    /// The same account with the id that it had in an earlier consent, if it was in one.
    func recognised(among earlier: [EnableBankingAccount]) -> EnableBankingAccount {
        let match =
            earlier.first { !Set($0.hashes).isDisjoint(with: hashes) }
            ?? earlier.first { $0.number != nil && $0.number == number && $0.currency == currency }
        guard let match else { return self }
        var account = self
        account.id = match.id
        account.hashes += match.hashes.filter { !hashes.contains($0) }
        return account
    }

    var isCard: Bool { kind == "CARD" }

    var displayName: String {
        let masked = number.map { AccountNumber($0).masked }
        return name ?? product
            ?? [isCard ? "Card" : "Account", masked].compactMap { $0 }.joined(separator: " ")
    }

    /// The account without figures and without transactions.
    func observation(source: String) -> AccountObservation {
        AccountObservation(
            details: AccountDetails(
                displayName: displayName, accountDescription: product, institutionName: source,
                currency: currency, accountNumber: number.map { AccountNumber($0) },
                bankAccountID: id), kind: isCard || kind == "LOAN" ? .liability : .asset,
            booked: nil, available: nil, creditLimit: creditLimit, isTransactionListComplete: false)
    }
}

/// An account's figures from the balances that the bank gives, which differ from bank to bank.
///
/// The order of types follows what clients have reported (we-promise/sure,
/// securo-finance/securo#808). An available figure is never taken as booked, least of all for a
/// card, where it is the credit left.
struct EnableBankingBalances: Sendable, Hashable {
    private(set) var booked: Money?
    private(set) var available: Money?
    /// Whether ``booked`` is a balance of a less reliable type.
    private(set) var isWeak = false

    private struct Balance {
        let type: String
        let amount: Money
        let day: CalendarDay?
    }

    init(_ rows: [AnswerRow], currency: Currency, today: CalendarDay) throws(BankError) {
        var balances: [Balance] = []
        for row in rows {
            let amount = try row.required(try row.money("balance_amount"), "balance_amount")
            guard amount.currency == currency else { continue }
            balances.append(
                Balance(
                    type: try row.words("balance_type") ?? "OTHR", amount: amount,
                    day: try row.day("reference_date")))
        }
        // Of two balances of one type the newer one counts; yesterday's closing only if it is today's.
        func first(of types: [String]) -> Money? {
            types.lazy.compactMap { type in
                balances.filter { $0.type == type && (type != "PRCD" || $0.day == today) }
                    .max { ($0.day?.dayNumber ?? 0) < ($1.day?.dayNumber ?? 0) }
            }.first?.amount
        }
        booked = first(of: ["CLBD", "ITBD", "PRCD", "OPBD"])
        available = first(of: ["ITAV", "CLAV", "FWAV"])
        guard booked == nil, available == nil else { return }
        booked = first(of: ["XPCD", "VALU", "INFO", "OTHR"])
        isWeak = booked != nil
    }
}

extension AnswerRow {
    /// An amount with its currency: `{"currency": "NOK", "amount": "612.35"}`.
    func money(_ name: String) throws(BankError) -> Money? {
        guard let row = try row(name) else { return nil }
        let code = try row.words("currency")
        let currency = try row.required(code.flatMap { Currency(code: $0) }, "currency")
        return try row.required(try row.writtenAmount("amount", in: currency), "amount")
    }
}
