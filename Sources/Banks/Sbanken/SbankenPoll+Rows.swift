import Finance

extension SbankenPoll {
    /// The rows of an account with the first day that they cover.
    struct Rows: Sendable {
        /// The first covered day.
        let start: CalendarDay
        /// The rows.
        let rows: [TransactionObservation]
        /// Why days or identifiers of the archive are missing that the settings want.
        var remark: SbankenTrouble?
    }

    /// The rows of the usual window, and of the past if the settings want more of it than is known.
    func rows(of account: SbankenAccount) async throws(SbankenTrouble) -> Rows {
        let window = SbankenWindow(knownThrough: request.knownThrough[account.id], today: today)
        let past = SbankenPast(
            from: client.configuration.historyFrom, knownFrom: request.knownFrom[account.id],
            window: window, today: today)
        if let past, await diary.mayHavePast(account.id) {
            return try await rows(of: account, past, instead: window)
        }
        return try await named(
            Rows(start: window.start, rows: try await plain(account, from: window.start)), account)
    }

    /// The past and the present together; without an archive, the usual window.
    private func rows(
        of account: SbankenAccount, _ past: SbankenPast, instead window: SbankenWindow
    ) async throws(SbankenTrouble) -> Rows {
        var archived: [TransactionObservation] = []
        do throws(SbankenTrouble) {
            for span in past.spans { archived += try await archive(account, span) }
        } catch {
            guard !error.endsPoll, !error.isOutage else { throw error }
            await diary.noteWithoutPast(account.id)
            var rows = Rows(
                start: window.start, rows: try await plain(account, from: window.start))
            rows.remark = error
            return rows
        }
        let newest = try await named(
            Rows(start: past.plainStart, rows: try await plain(account, from: past.plainStart)),
            account)
        var rows = Rows(start: past.start, rows: archived + newest.rows)
        rows.remark = newest.remark
        return rows
    }

    /// The same rows with the archive's identifiers, if the settings want them.
    private func named(
        _ rows: Rows, _ account: SbankenAccount
    ) async throws(SbankenTrouble) -> Rows {
        guard client.configuration.readsArchive, await diary.mayHavePast(account.id) else {
            return rows
        }
        do throws(SbankenTrouble) {
            var identifiers = ArchiveIdentifiers(
                try await archive(account, rows.start...today, isOpen: true))
            return Rows(start: rows.start, rows: identifiers.given(to: rows.rows))
        } catch {
            guard !error.endsPoll, !error.isOutage else { throw error }
            await diary.noteWithoutPast(account.id)
            var rows = rows
            rows.remark = error
            return rows
        }
    }

    private func plain(
        _ account: SbankenAccount, from start: CalendarDay
    ) async throws(SbankenTrouble) -> [TransactionObservation] {
        var rows: [TransactionObservation] = []
        for row in try await client.list(.transactions(account: account.id, from: start)) {
            rows.append(try SbankenTransaction(row, account: account).observation)
        }
        return rows
    }

    /// Rows of the archive; an open span names no last day, because the bank took today badly.
    private func archive(
        _ account: SbankenAccount, _ span: ClosedRange<CalendarDay>, isOpen: Bool = false
    ) async throws(SbankenTrouble) -> [TransactionObservation] {
        let endpoint = SbankenEndpoint.archive(
            account: account.id, from: span.lowerBound, through: isOpen ? nil : span.upperBound)
        var rows: [TransactionObservation] = []
        for row in try await client.list(endpoint) {
            rows.append(try SbankenTransaction(archived: row, account: account).observation)
        }
        return rows
    }
}
