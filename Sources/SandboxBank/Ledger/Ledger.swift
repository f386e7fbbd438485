import Finance

/// The books of the sandbox bank: balances and rows.
///
/// A value; each change either happens completely or throws and leaves the books unchanged.
struct Ledger: Sendable, Equatable {
    /// The accounts as the scenario describes them; their balances are those of the start.
    let accounts: [SandboxAccount]
    private(set) var rows: [LedgerRow] = []
    private var figures: [String: Figures]
    private var nextNumber = 1
    /// Booked reservations that are still listed, and the step from which they are not.
    private var booked: [LateBooking] = []

    private struct LateBooking: Sendable, Equatable {
        let row: LedgerRow
        let until: Int
    }

    private struct Figures: Sendable, Equatable {
        var balance: Money
        /// The sum of the (negative) reservations.
        var held: Money
    }

    init(accounts: [SandboxAccount]) {
        self.accounts = accounts
        let start = accounts.map { account in
            (account.id, Figures(balance: account.balance, held: .zero(account.balance.currency)))
        }
        figures = Dictionary(start) { first, _ in first }
    }

    func balance(of account: SandboxAccount) -> Money {
        figures[account.id]?.balance ?? account.balance
    }

    /// The available amount: balance plus credit limit plus the (negative) reservations.
    func available(of account: SandboxAccount) -> Money {
        // A change whose sum does not fit was refused, so the sum fits.
        (try? figures[account.id].map { try Self.available($0, account) }) ?? balance(of: account)
    }

    private static func available(
        _ figures: Figures, _ account: SandboxAccount
    ) throws(MoneyError) -> Money {
        try figures.balance.adding(account.creditLimit).adding(figures.held)
    }

    /// The rows that the bank lists at a step, newest first; booked reservations may linger.
    func listed(at step: Int) -> [LedgerRow] {
        (rows + booked.filter { $0.until > step }.map(\.row))
            .filter { $0.reservation?.listedFrom ?? 0 <= step }
            .sorted { ($0.accountingDate, $0.number) > ($1.accountingDate, $1.number) }
    }

    /// Ends the rows of the past, which do not change the balances.
    mutating func startStory() {
        for account in accounts { figures[account.id]?.balance = account.balance }
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

    /// Performs an action, except for switches.
    mutating func change(_ action: SandboxAction, at moment: LedgerMoment) throws(SandboxError) {
        switch action {
        case .reserve(let reservation): try reserve(reservation, at: moment)
        case .book(let booking): try book(booking, at: moment)
        case .post(let posting): try write([try row(posting, number: nextNumber, at: moment)])
        case .transfer(let transfer): try self.transfer(transfer, at: moment)
        case .release(let id): try write([], insteadOf: try index(of: id))
        case .setBalance(let name, let balance):
            let account = try account(named: name)
            guard balance.currency == account.balance.currency else {
                throw .otherCurrency(balance)
            }
            try update(balance, of: account, in: &figures) { (figures, balance) in
                figures.balance = balance
            }
        case .turn: break
        }
    }

    private func index(of reservation: String) throws(SandboxError) -> Int {
        guard let index = rows.firstIndex(where: { $0.reservation?.id == reservation }) else {
            throw .unknownReservation(reservation)
        }
        return index
    }

    /// Writes rows, in place of a reservation if there is one, and counts their amounts.
    private mutating func write(
        _ added: [LedgerRow], insteadOf removed: Int? = nil
    ) throws(SandboxError) {
        var sums = figures
        if let removed {
            let row = rows[removed]
            try update(row.amount, of: try account(named: row.account), in: &sums) {
                (figures, amount) throws(MoneyError) in
                figures.held = try figures.held.adding(try amount.negated())
            }
        }
        for row in added {
            try update(row.amount, of: try account(named: row.account), in: &sums) {
                (figures, amount) throws(MoneyError) in
                if row.reservation == nil {
                    figures.balance = try figures.balance.adding(amount)
                } else {
                    figures.held = try figures.held.adding(amount)
                }
            }
        }
        figures = sums
        if let removed { rows.remove(at: removed) }
        rows += added
        nextNumber += added.count
    }

    /// Changes an account's figures, unless the available amount overflows.
    private func update(
        _ amount: Money, of account: SandboxAccount, in sums: inout [String: Figures],
        _ change: (inout Figures, Money) throws(MoneyError) -> Void
    ) throws(SandboxError) {
        guard var figures = sums[account.id] else { throw .unknownAccount(account.label) }
        do {
            try change(&figures, amount)
            _ = try Self.available(figures, account)
        } catch .mixedCurrencies { throw .otherCurrency(amount) } catch {
            throw .overflow(account: account.label)
        }
        sums[account.id] = figures
    }

    private mutating func reserve(
        _ reservation: SandboxReservation, at moment: LedgerMoment
    ) throws(SandboxError) {
        let account = try account(named: reservation.account)
        guard reservation.amount.minorUnits < 0 else { throw .notNegative(reservation.amount) }
        guard !rows.contains(where: { $0.reservation?.id == reservation.id }) else {
            throw .reservationTaken(reservation.id)
        }
        let day = reservation.date.resolved(on: moment.day)
        try write([
            LedgerRow(
                number: nextNumber, account: account.id,
                reservation: LedgerRow.Reservation(
                    id: reservation.id, kind: reservation.kind,
                    listedFrom: moment.step + moment.reservationDelay),
                accountingDate: day, interestDate: day, amount: reservation.amount,
                text: reservation.text.resolved(usual: reservation.kind.usualText),
                kind: reservation.kind.row)
        ])
    }

    private mutating func book(
        _ booking: SandboxBooking, at moment: LedgerMoment
    ) throws(SandboxError) {
        let index = try index(of: booking.reservation)
        let reserved = rows[index]
        let amount = booking.amount ?? reserved.amount
        let kind = booking.kind ?? reserved.reservation?.kind.booked ?? .visa
        let card = booking.card?.filled(
            amount: amount, purchase: reserved.accountingDate, number: nextNumber)
        let usual = RowText.booked(reserved, amount: amount, kind: kind, card: card)
        let day = booking.date.resolved(on: moment.day)
        let row = LedgerRow(
            number: nextNumber, account: reserved.account, accountingDate: day,
            interestDate: booking.interestDate?.resolved(on: moment.day) ?? day, amount: amount,
            text: moment.keepsText ? reserved.text : booking.text.resolved(usual: usual),
            kind: kind, card: card)
        try write([row], insteadOf: index)
        if moment.reservationLinger > 0 {
            booked.append(LateBooking(row: reserved, until: moment.step + moment.reservationLinger))
        }
    }

    private func row(
        _ posting: SandboxPosting, number: Int, at moment: LedgerMoment
    ) throws(SandboxError) -> LedgerRow {
        let day = posting.date.resolved(on: moment.day)
        let card = posting.card?.filled(amount: posting.amount, purchase: day, number: number)
        let usual = card.map { RowText.visa($0, amount: posting.amount, day: day) }
        var detail = posting.detail
        detail?.registrationDate = .day(
            posting.detail?.registrationDate.resolved(on: moment.day) ?? day)
        return LedgerRow(
            number: number, account: try account(named: posting.account).id, accountingDate: day,
            interestDate: posting.interestDate?.resolved(on: moment.day) ?? day,
            amount: posting.amount,
            text: posting.text.resolved(usual: usual ?? posting.kind.usualText),
            kind: posting.kind, card: card, detail: detail)
    }

    private mutating func transfer(
        _ transfer: SandboxTransfer, at moment: LedgerMoment
    ) throws(SandboxError) {
        let payer = try account(named: transfer.from)
        let receiver = try account(named: transfer.to)
        guard payer.id != receiver.id else { throw .sameAccount(transfer.from) }
        guard transfer.amount.minorUnits > 0 else { throw .notPositive(transfer.amount) }
        // A positive amount has an opposite.
        let paid = Money(
            minorUnits: -transfer.amount.minorUnits, currency: transfer.amount.currency)
        var added: [LedgerRow] = []
        for (account, amount) in [(payer, paid), (receiver, transfer.amount)] {
            let posting = SandboxPosting(
                account: account.id, amount: amount, kind: .ownTransfer, text: transfer.text,
                date: transfer.date)
            added.append(try row(posting, number: nextNumber + added.count, at: moment))
        }
        try write(added)
    }
}

extension SandboxCard {
    /// The details with the defaults for everything that the scenario does not name.
    fileprivate func filled(amount: Money, purchase: CalendarDay, number: Int) -> SandboxCard {
        var card = self
        card.price = price ?? amount.withoutSign
        card.purchaseDate = .day(purchaseDate?.resolved(on: purchase) ?? purchase)
        card.transactionId = transactionId ?? "4820" + number.padded(to: 12)
        return card
    }
}

/// A row on an account: a reservation or a booked transaction.
struct LedgerRow: Sendable, Equatable {
    struct Reservation: Sendable, Equatable {
        let id: String
        let kind: ReservationKind
        /// The step at which it is first listed.
        let listedFrom: Int
    }

    /// Counts the rows of the bank; newer rows have higher numbers.
    let number: Int
    let account: String
    /// Set while the row is a reservation.
    var reservation: Reservation?
    /// The day of booking; of a reservation the day of the purchase.
    let accountingDate: CalendarDay
    let interestDate: CalendarDay
    let amount: Money
    let text: String?
    let kind: SandboxRowKind
    /// The details of a card purchase, once booked, with nothing left open.
    var card: SandboxCard?
    /// The details of a payment, with nothing left open.
    var detail: SandboxDetail?
}

/// The circumstances of a change.
struct LedgerMoment: Sendable {
    let day: CalendarDay
    let step: Int
    var reservationDelay = 0
    var reservationLinger = 0
    var keepsText = false
}

/// The texts that the bank puts on booked rows.
enum RowText {
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

    static func dayAndMonth(_ day: CalendarDay) -> String {
        let (_, month, day) = day.components
        return "\(day.padded(to: 2)).\(month.padded(to: 2))"
    }
}

extension Money {
    /// The amount without its sign; the one value that can't be negated becomes the largest.
    var withoutSign: Money {
        Money(minorUnits: Int64(clamping: minorUnits.magnitude), currency: currency)
    }
}

extension BinaryInteger {
    func padded(to width: Int) -> String { String(self).zeroPadded(to: width) }
}
