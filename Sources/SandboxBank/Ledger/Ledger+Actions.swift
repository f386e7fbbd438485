import Finance

extension Ledger {
    /// Does what an action says; a throw may leave half of it done.
    mutating func perform(_ action: SandboxAction, at moment: LedgerMoment) throws(SandboxError) {
        switch action {
        case .reserve(let reservation): try reserve(reservation, at: moment)
        case .book(let booking): try book(booking, at: moment)
        case .post(let posting): try post(posting, at: moment)
        case .transfer(let transfer): try self.transfer(transfer, at: moment)
        case .change(let id, let amount, let text):
            if let amount, amount.minorUnits >= 0 { throw .notNegative(amount) }
            try replace(reservation: id) { row in
                row.amount = amount ?? row.amount
                row.text = text.resolved(usual: row.text)
            }
        case .release(let id): _ = try remove(reservation: id)
        case .setBalance(let name, let balance):
            try setBalance(balance, of: try account(named: name))
        case .turn: break
        }
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
        let row = LedgerRow(
            number: nextNumber, account: account.id,
            reservation: LedgerRow.Reservation(
                id: reservation.id, kind: reservation.kind,
                listedFrom: moment.step + moment.reservationDelay),
            accountingDate: day, interestDate: day, amount: reservation.amount,
            text: reservation.text.resolved(usual: reservation.kind.usualText),
            kind: reservation.kind.row)
        try write(row, on: account)
    }

    private mutating func book(
        _ booking: SandboxBooking, at moment: LedgerMoment
    ) throws(SandboxError) {
        let reserved = try remove(reservation: booking.reservation)
        linger(reserved, at: moment)
        let amount = booking.amount ?? reserved.amount
        let kind = booking.kind ?? reserved.reservation?.kind.booked ?? .visa
        let card = filled(booking.card, amount: amount, purchase: reserved.accountingDate)
        let usual = RowText.booked(reserved, amount: amount, kind: kind, card: card)
        let day = booking.date.resolved(on: moment.day)
        let row = LedgerRow(
            number: nextNumber, account: reserved.account, accountingDate: day,
            interestDate: booking.interestDate?.resolved(on: moment.day) ?? day,
            amount: amount,
            text: moment.keepsText ? reserved.text : booking.text.resolved(usual: usual),
            kind: kind, card: card)
        try write(row, on: try account(named: reserved.account))
    }

    private mutating func post(
        _ posting: SandboxPosting, at moment: LedgerMoment
    ) throws(SandboxError) {
        let account = try account(named: posting.account)
        let day = posting.date.resolved(on: moment.day)
        let card = filled(posting.card, amount: posting.amount, purchase: day)
        let usual = card.map { RowText.visa($0, amount: posting.amount, day: day) }
        var detail = posting.detail
        detail?.registrationDate = .day(
            posting.detail?.registrationDate.resolved(on: moment.day) ?? day)
        let row = LedgerRow(
            number: nextNumber, account: account.id, accountingDate: day,
            interestDate: posting.interestDate?.resolved(on: moment.day) ?? day,
            amount: posting.amount,
            text: posting.text.resolved(usual: usual ?? posting.kind.usualText),
            kind: posting.kind, card: card, detail: detail)
        try write(row, on: account)
    }

    private mutating func transfer(
        _ transfer: SandboxTransfer, at moment: LedgerMoment
    ) throws(SandboxError) {
        let payer = try account(named: transfer.from)
        let receiver = try account(named: transfer.to)
        guard payer.id != receiver.id else { throw .sameAccount(transfer.from) }
        guard transfer.amount.minorUnits > 0 else { throw .notPositive(transfer.amount) }
        let paid = try negated(transfer.amount, payer)
        for (account, amount) in [(payer, paid), (receiver, transfer.amount)] {
            var row = SandboxPosting(
                account: account.id, amount: amount, kind: .ownTransfer, text: transfer.text)
            row.date = transfer.date
            try post(row, at: moment)
        }
    }

    /// The details of a card purchase with everything filled in that the scenario left open.
    private func filled(
        _ card: SandboxCard?, amount: Money, purchase: CalendarDay
    ) -> SandboxCard? {
        guard var card else { return nil }
        card.price = card.price ?? amount.withoutSign
        card.purchaseDate = .day(card.purchaseDate?.resolved(on: purchase) ?? purchase)
        card.transactionId = card.transactionId ?? "4820" + nextNumber.padded(to: 12)
        return card
    }
}
