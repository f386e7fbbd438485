import Finance

/// What a source remembers between polls besides its token; a restart forgets it.
actor SbankenDiary {
    private var cardsReadOn: CalendarDay?
    private var withoutPast: Set<String> = []

    /// Whether the cards are to be asked for; once a day is enough for what changes once a year.
    func wantsCards(on day: CalendarDay) -> Bool { cardsReadOn != day }

    /// Notes that the cards were asked for.
    func noteCards(on day: CalendarDay) { cardsReadOn = day }

    /// Whether the archive of an account was there when it was last asked for.
    func mayHavePast(_ account: String) -> Bool { !withoutPast.contains(account) }

    /// Notes that an account's archive is not to be had, so that not every poll asks again.
    func noteWithoutPast(_ account: String) { withoutPast.insert(account) }
}
