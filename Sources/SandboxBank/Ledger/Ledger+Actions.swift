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
            try replace(reservation: id) { $0.changed(amount: amount, text: text) }
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
            kind: reservation.kind.row, card: nil, detail: nil)
        try write(row, on: account)
    }

    private mutating func book(
        _ booking: SandboxBooking, at moment: LedgerMoment
    ) throws(SandboxError) {
        let reserved = try remove(reservation: booking.reservation)
        linger(reserved, at: moment)
        let account = try account(named: reserved.account)
        let amount = booking.amount ?? reserved.amount
        let kind = booking.kind ?? reserved.reservation?.kind.booked ?? .visa
        let card = ledgerCard(booking.card, amount: amount, purchase: reserved.accountingDate)
        let usual = RowText.booked(reserved, amount: amount, kind: kind, card: card)
        let day = booking.date.resolved(on: moment.day)
        let row = LedgerRow(
            number: nextNumber, account: account.id, reservation: nil, accountingDate: day,
            interestDate: booking.interestDate?.resolved(on: moment.day) ?? day,
            amount: amount,
            text: moment.keepsText ? reserved.text : booking.text.resolved(usual: usual),
            kind: kind, card: card, detail: nil)
        try write(row, on: account)
    }

    private mutating func post(
        _ posting: SandboxPosting, at moment: LedgerMoment
    ) throws(SandboxError) {
        let account = try account(named: posting.account)
        let day = posting.date.resolved(on: moment.day)
        let card = ledgerCard(posting.card, amount: posting.amount, purchase: day)
        let usual = card.map(RowText.visa) ?? posting.kind.usualText
        let detail = posting.detail.map { detail in
            LedgerDetail(
                detail: detail,
                registrationDate: detail.registrationDate.resolved(on: moment.day))
        }
        let row = LedgerRow(
            number: nextNumber, account: account.id, reservation: nil, accountingDate: day,
            interestDate: posting.interestDate?.resolved(on: moment.day) ?? day,
            amount: posting.amount, text: posting.text.resolved(usual: usual),
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
    private func ledgerCard(
        _ card: SandboxCard?, amount: Money, purchase: CalendarDay
    ) -> LedgerCard? {
        guard let card else { return nil }
        let number = String(nextNumber)
        let invented = "4820" + String(repeating: "0", count: max(0, 12 - number.count)) + number
        return LedgerCard(
            card: card, price: card.price ?? amount.withoutSign,
            purchaseDate: card.purchaseDate?.resolved(on: purchase) ?? purchase,
            transactionId: card.transactionId ?? invented)
    }
}

extension Money {
    /// The size of the amount; the one value without a positive twin becomes the largest.
    var withoutSign: Money {
        Money(minorUnits: Int64(clamping: minorUnits.magnitude), currency: currency)
    }
}
