import Finance
import Settings

extension SbankenPoll {
    struct Rows: Sendable {
        let start: CalendarDay
        let rows: [TransactionObservation]
        /// Why days or identifiers of the archive are missing that the settings request.
        var remark: BankError?
    }

    /// The rows of the usual window, and of the past if the settings request more than is known.
    func rows(of account: AccountObservation) async throws(BankError) -> Rows {
        let window = SbankenWindow(knownThrough: request.knownThrough[account.id], today: today)
        let past = SbankenPast(
            from: client.configuration.settings.historyFrom,
            knownFrom: request.knownFrom[account.id],
            window: window, today: today)
        if let past, await !cache.withoutPast.contains(account.id) {
            return try await rows(of: account, past, instead: window)
        }
        return try await named(
            Rows(start: window.start, rows: try await plain(account, from: window.start)), account)
    }

    /// The past and the present together; without an archive, the usual window.
    private func rows(
        of account: AccountObservation, _ past: SbankenPast, instead window: SbankenWindow
    ) async throws(BankError) -> Rows {
        var archived: [TransactionObservation] = []
        do throws(BankError) {
            for span in past.spans { archived += try await archive(account, span) }
        } catch {
            guard !error.endsPoll, !error.isOutage else { throw error }
            await cache.noteWithoutPast(account.id)
            var rows = Rows(start: window.start, rows: try await plain(account, from: window.start))
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

    /// The rows with the archive's identifiers, if the settings request them.
    private func named(
        _ rows: Rows, _ account: AccountObservation
    ) async throws(BankError) -> Rows {
        guard client.configuration.settings.readsArchive,
            await !cache.withoutPast.contains(account.id)
        else { return rows }
        do throws(BankError) {
            var identifiers = ArchiveIdentifiers(
                try await archive(account, rows.start...today, isOpen: true))
            return Rows(start: rows.start, rows: identifiers.given(to: rows.rows))
        } catch {
            guard !error.endsPoll, !error.isOutage else { throw error }
            await cache.noteWithoutPast(account.id)
            var rows = rows
            rows.remark = error
            return rows
        }
    }

    private func plain(
        _ account: AccountObservation, from start: CalendarDay
    ) async throws(BankError) -> [TransactionObservation] {
        var rows: [TransactionObservation] = []
        for row in try await client.list(.transactions(account: account.id, from: start)) {
            rows.append(try SbankenTransaction.observation(row, of: account))
        }
        return rows
    }

    /// Rows of the archive; an open span names no last day, because the bank handled today badly.
    private func archive(
        _ account: AccountObservation, _ span: ClosedRange<CalendarDay>, isOpen: Bool = false
    ) async throws(BankError) -> [TransactionObservation] {
        let endpoint = SbankenEndpoint.archive(
            account: account.id, from: span.lowerBound, through: isOpen ? nil : span.upperBound)
        var rows: [TransactionObservation] = []
        for row in try await client.list(endpoint) {
            rows.append(try SbankenTransaction.archived(row, of: account))
        }
        return rows
    }
}

/// The days of an account that are requested.
struct SbankenWindow: Sendable, Hashable {
    static let firstDays = 90
    /// The bank refuses more than 366 days; this stays a day below that.
    static let longestInDays = 365

    let start: CalendarDay

    /// The window of an account whose history is complete up to `known`, or of a new account.
    init(knownThrough known: CalendarDay?, today: CalendarDay) {
        let wanted = known?.askedAgainFrom ?? today.adding(days: -Self.firstDays)
        start = min(max(wanted, today.adding(days: -Self.longestInDays)), today)
    }
}

/// The days of an account to read from the archive: requested by the settings and not read yet.
///
/// The archive (May 2021 and later) contains only booked rows, each with a stable identifier. The
/// plain list is requested for the newest year, so that rows that are not archived yet are not
/// missed. Source: README.md of Sbanken/api-examples; src/services/sbanken.api.ts of
/// Wedvich/sbanken-ynab.
struct SbankenPast: Sendable, Hashable {
    /// The first day that the bank accepts in a request.
    static let earliest = CalendarDay(year: 2_000, month: 1, day: 1)

    let start: CalendarDay
    let plainStart: CalendarDay

    /// The missing days of an account; `nil` if none are requested or missing.
    init?(
        from wanted: CalendarDay?, knownFrom known: CalendarDay?, window: SbankenWindow,
        today: CalendarDay
    ) {
        guard let wanted else { return nil }
        let start = max(wanted, Self.earliest ?? wanted)
        guard start < (known ?? window.start), start < window.start else { return nil }
        self.start = start
        plainStart = max(start, today.adding(days: -SbankenWindow.longestInDays))
    }

    /// The requests to the archive, oldest first, none longer than the bank allows.
    var spans: [ClosedRange<CalendarDay>] {
        var spans: [ClosedRange<CalendarDay>] = []
        var day = start
        while day < plainStart {
            let longest = day.adding(days: SbankenWindow.longestInDays)
            let end = min(longest, plainStart.adding(days: -1))
            spans.append(day...end)
            day = end.adding(days: 1)
        }
        return spans
    }
}

/// Assigns the archive's identifiers to rows of the plain list, which have no stable ones.
///
/// A row of the archive is the same row if everything that both lists contain is equal. Among equal
/// rows, identifiers are assigned in sorted order, so that the order of rows never matters.
struct ArchiveIdentifiers: Sendable {
    private var identifiers: [TransactionObservation: [String]] = [:]

    init(_ archived: [TransactionObservation]) {
        for row in archived {
            guard let id = row.bankTransactionID else { continue }
            identifiers[Self.key(row), default: []].append(id)
        }
        for key in identifiers.keys { identifiers[key]?.sort(by: >) }
    }

    mutating func given(to rows: [TransactionObservation]) -> [TransactionObservation] {
        var named = rows
        for index in rows.indices where rows[index].status == .booked {
            named[index].bankTransactionID = identifiers[Self.key(rows[index])]?.popLast()
        }
        return named
    }

    /// The archive has neither the row's own identifier nor the counterparty's details.
    private static func key(_ row: TransactionObservation) -> TransactionObservation {
        var key = row
        key.bankTransactionID = nil
        key.counterparty = nil
        return key
    }
}
