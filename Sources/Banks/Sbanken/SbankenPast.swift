import Finance

/// Which days of an account are read from the archive, because the settings want them and nobody
/// has read them yet.
///
/// The archive (May 2021 and later) lists booked rows only, each with an identifier that stays.
/// The plain list is asked for the newest year, so that rows which are not archived yet are not
/// missed. Source: README.md of Sbanken/api-examples; src/services/sbanken.api.ts of
/// Wedvich/sbanken-ynab.
struct SbankenPast: Sendable, Hashable {
    /// Days that one question may span; the bank refuses more than 366.
    static let longestInDays = 365
    /// The first day that the bank lets anybody ask for.
    static let earliest = CalendarDay(year: 2_000, month: 1, day: 1)

    /// The first day of the past that is wanted.
    let start: CalendarDay
    /// The first day that is asked from the plain list.
    let plainStart: CalendarDay

    /// What is missing of an account; `nil` if nothing is wanted or nothing is missing.
    ///
    /// - Parameters:
    ///   - wanted: the first wanted day, as the settings say.
    ///   - known: the first day that is known; `nil` for a new account.
    ///   - window: what the poll asks for anyway.
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

    /// The questions to the archive, oldest first, none longer than the bank allows.
    var spans: [ClosedRange<CalendarDay>] {
        var spans: [ClosedRange<CalendarDay>] = []
        var day = start
        while day < plainStart {
            let end = min(day.adding(days: Self.longestInDays), plainStart.adding(days: -1))
            spans.append(day...end)
            day = end.adding(days: 1)
        }
        return spans
    }
}
