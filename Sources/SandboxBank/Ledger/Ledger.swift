import Finance

/// The books of the sandbox bank: balances and rows.
///
/// A value; each change either happens whole or throws and leaves the books as they were.
struct Ledger: Sendable, Equatable {
    /// The accounts as the scenario describes them; their balances are those of the start.
    let accounts: [SandboxAccount]
    /// All rows, in the order in which they were written.
    private(set) var rows: [LedgerRow] = []
    /// The number that the next row gets.
    private(set) var nextNumber = 1

    /// Booked reservations that are still listed, and the step from which they are not.
    private var booked: [LateBooking] = []
    private var balances: [String: Money]
    private var reserved: [String: Money]

    private struct LateBooking: Sendable, Equatable {
        let row: LedgerRow
        let until: Int
    }

    /// Opens the books.
    init(accounts: [SandboxAccount]) {
        self.accounts = accounts
        balances = Dictionary(accounts.map { ($0.id, $0.balance) }) { first, _ in first }
        reserved = balances.mapValues { .zero($0.currency) }
    }

    /// The booked balance of an account.
    func balance(of account: SandboxAccount) -> Money {
        balances[account.id] ?? account.balance
    }

    /// What can be spent: balance plus credit limit plus the (negative) reservations.
    func available(of account: SandboxAccount) -> Money {
        // A change whose sum does not fit was refused, so the sum fits.
        (try? sum(of: account)) ?? balance(of: account)
    }

    /// Does what an action says, save for switches.
    ///
    /// - Throws: a ``SandboxError``; then nothing has changed.
    mutating func change(_ action: SandboxAction, at moment: LedgerMoment) throws(SandboxError) {
        if case .post = action { return try add(action, at: moment) }
        var copy = self
        try copy.perform(action, at: moment)
        for account in accounts { _ = try copy.sum(of: account) }
        self = copy
    }

    /// Does an action that only writes rows behind the others; a copy of them all for each would
    /// make a long history slow.
    private mutating func add(
        _ action: SandboxAction, at moment: LedgerMoment
    ) throws(SandboxError) {
        let before = (rows.count, nextNumber, balances, reserved)
        do {
            try perform(action, at: moment)
            for account in accounts { _ = try sum(of: account) }
        } catch {
            rows.removeLast(rows.count - before.0)
            (nextNumber, balances, reserved) = (before.1, before.2, before.3)
            throw error
        }
    }

    /// Writes rows from before the start, which leave the balances alone.
    mutating func remember(_ action: SandboxAction, at moment: LedgerMoment) throws(SandboxError) {
        let before = balances
        try change(action, at: moment)
        balances = before
    }

    /// The booked reservations that the bank still lists at a step.
    func lingering(at step: Int) -> [LedgerRow] {
        booked.filter { $0.until > step }.map(\.row)
    }

    /// Keeps a booked reservation listed for some steps.
    mutating func linger(_ row: LedgerRow, at moment: LedgerMoment) {
        guard moment.reservationLinger > 0 else { return }
        booked.append(LateBooking(row: row, until: moment.step + moment.reservationLinger))
    }

    /// Replaces an open reservation; its amount is held anew.
    mutating func replace(
        reservation id: String, _ change: (inout LedgerRow) -> Void
    ) throws(SandboxError) {
        var row = try remove(reservation: id)
        change(&row)
        try write(row, on: try account(named: row.account))
    }

    /// The account of that id, number or unique name.
    func account(named name: String) throws(SandboxError) -> SandboxAccount {
        let exact = accounts.first { $0.id.lowercased() == name.lowercased() || $0.number == name }
        if let exact { return exact }
        let named = accounts.filter { $0.name == name }
        guard let account = named.first else { throw .unknownAccount(name) }
        guard named.count == 1 else { throw .ambiguousAccount(name) }
        return account
    }

    /// Writes a row and counts its amount: as reserved, or into the balance.
    mutating func write(_ row: LedgerRow, on account: SandboxAccount) throws(SandboxError) {
        if row.reservation != nil {
            try hold(row.amount, on: account)
        } else {
            try setBalance(try adding(row.amount, to: balance(of: account), account), of: account)
        }
        rows.append(row)
        nextNumber += 1
    }

    /// Takes an open reservation out of the books and frees its amount.
    mutating func remove(reservation id: String) throws(SandboxError) -> LedgerRow {
        guard let index = rows.firstIndex(where: { $0.reservation?.id == id }) else {
            throw .unknownReservation(id)
        }
        let row = rows.remove(at: index)
        let account = try account(named: row.account)
        try hold(try negated(row.amount, account), on: account)
        return row
    }

    /// Replaces the booked balance.
    mutating func setBalance(
        _ balance: Money, of account: SandboxAccount
    ) throws(SandboxError) {
        guard balance.currency == account.balance.currency else { throw .otherCurrency(balance) }
        balances[account.id] = balance
    }

    /// The amount with the opposite sign.
    func negated(_ amount: Money, _ account: SandboxAccount) throws(SandboxError) -> Money {
        do { return try amount.negated() } catch { throw .overflow(account: account.label) }
    }

    private mutating func hold(_ amount: Money, on account: SandboxAccount) throws(SandboxError) {
        let before = reserved[account.id] ?? .zero(account.balance.currency)
        reserved[account.id] = try adding(amount, to: before, account)
    }

    private func sum(of account: SandboxAccount) throws(SandboxError) -> Money {
        let held = reserved[account.id] ?? .zero(account.balance.currency)
        return try adding(
            held, to: try adding(account.creditLimit, to: balance(of: account), account), account)
    }

    private func adding(
        _ amount: Money, to sum: Money, _ account: SandboxAccount
    ) throws(SandboxError) -> Money {
        do {
            return try sum.adding(amount)
        } catch .mixedCurrencies {
            throw .otherCurrency(amount)
        } catch {
            throw .overflow(account: account.label)
        }
    }
}

/// A row on an account: a reservation or a booked transaction.
struct LedgerRow: Sendable, Equatable {
    struct Reservation: Sendable, Equatable {
        /// The name by which the scenario calls it.
        let id: String
        /// How it was reserved.
        let kind: ReservationKind
        /// The step at which it is first listed.
        let listedFrom: Int
    }

    /// Counts the rows of the bank; newer rows have higher numbers.
    let number: Int
    /// The id of the account.
    let account: String
    /// Set while the row is a reservation.
    var reservation: Reservation?
    /// The day of booking; of a reservation the day of the purchase.
    let accountingDate: CalendarDay
    let interestDate: CalendarDay
    /// Negative is money out.
    var amount: Money
    /// What the row says, or nothing.
    var text: String?
    /// Type and code.
    let kind: SandboxRowKind
    /// The details of a card purchase, once booked, with nothing left open.
    var card: SandboxCard?
    /// The details of a payment, with nothing left open.
    var detail: SandboxDetail?
}

/// What the books need to know of the circumstances of a change.
struct LedgerMoment: Sendable {
    /// The bank day.
    let day: CalendarDay
    /// The number of the step.
    let step: Int
    /// How many steps later a reservation is listed.
    var reservationDelay = 0
    /// How many steps a reservation stays listed beside its booking.
    var reservationLinger = 0
    /// Whether a reservation keeps its text when it is booked.
    var keepsText = false
}

/// The texts that the bank puts on booked rows.
enum RowText {
    /// What a reservation says once it is booked.
    static func booked(
        _ row: LedgerRow, amount: Money, kind: SandboxRowKind, card: SandboxCard?
    ) -> String {
        if let card { return visa(card, amount: amount, day: row.accountingDate) }
        let text = row.text ?? ""
        switch kind {
        case .visa:
            let card = SandboxCard(merchant: text, city: "", categoryCode: "", category: "")
            return visa(card, amount: amount, day: row.accountingDate)
        case .bankAxept: return "\(dayAndMonth(row.accountingDate)) \(text)"
        case .vipps: return kind.usualText
        default: return text
        }
    }

    /// `*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000`.
    static func visa(_ card: SandboxCard, amount: Money, day: CalendarDay) -> String {
        let price = card.price ?? amount.withoutSign
        let purchase = card.purchaseDate?.resolved(on: day) ?? day
        return "\(card.cardNumber) \(dayAndMonth(purchase)) \(price.currency) \(price.decimalText) "
            + "\(card.merchant) Kurs: \(card.rate.text)"
    }

    private static func dayAndMonth(_ day: CalendarDay) -> String {
        let (_, month, day) = day.components
        return "\(day.padded(to: 2)).\(month.padded(to: 2))"
    }
}

extension Money {
    /// The size of the amount; the one value without a positive twin becomes the largest.
    var withoutSign: Money {
        Money(minorUnits: Int64(clamping: minorUnits.magnitude), currency: currency)
    }
}

extension BinaryInteger {
    /// The number with zeros before it.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
