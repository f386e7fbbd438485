import Finance
import Rules

/// The texts in Norwegian bokmål.
struct NorwegianTexts: NotificationTexts {
    let noText = "(uten tekst)"
    let unknown = "(ukjent)"
    let allAccounts = "Alle kontoer"
    let genericTitle = "Noe har skjedd"
    let genericOverTitle = "Varselet er over"
    let genericBody = "Åpne saldovakt for detaljer."
    let noAccounts = "ingen konto er kjent ennå"
    let unknownSum = "ikke kjent"
    let nothingToDo = "Du trenger ikke gjøre noe."
    let today = "i dag"

    func day(_ day: CalendarDay, in year: Int) -> String {
        let parts = day.components
        let text = "\(parts.day). \(Self.months[parts.month - 1])"
        return parts.year == year ? text : "\(text) \(parts.year)"
    }

    private static let months = [
        "jan.", "feb.", "mars", "april", "mai", "juni", "juli", "aug.", "sep.", "okt.", "nov.",
        "des.",
    ]

    func length(_ span: CalendarSpan) -> String { "\(span.count) \(unit(span))" }

    private func unit(_ span: CalendarSpan) -> String {
        let isOne = span.count == 1
        return switch span.unit {
        case .minute: isOne ? "minutt" : "minutter"
        case .hour: isOne ? "time" : "timer"
        case .day: isOne ? "dag" : "dager"
        case .week: isOne ? "uke" : "uker"
        case .month: isOne ? "måned" : "måneder"
        case .year: "år"
        }
    }

    func together(_ names: [String]) -> String {
        (names.dropLast(2) + [names.suffix(2).joined(separator: " og ")]).joined(separator: ", ")
    }

    func rule(_ id: String) -> String { "regel \(id)" }

    func more(_ count: Int) -> String { "og \(count) til" }
}

extension NorwegianTexts {
    func figure(_ name: String, _ value: String) -> String { "\(name): \(value)" }

    func figureName(_ figure: Figure) -> String {
        switch figure {
        case .balance: "Saldo"
        case .available: "Disponibelt"
        case .creditLimit: "Kredittgrense"
        case .creditUsed: "Brukt kreditt"
        }
    }

    func limit(_ limit: String, of name: String?) -> String {
        name.map { "\($0), grense \(limit)" } ?? "Grense \(limit)"
    }

    func level(
        _ figure: Figure, of name: String?, isLow: Bool, _ value: String?, _ phase: AlertPhase
    ) -> String {
        if phase == .ended, let value {
            return "\(name ?? figureName(figure) + " i alt") er tilbake på \(value)"
        }
        let state =
            switch figure {
            case .balance: isLow ? "Lav saldo" : "Høy saldo"
            case .available: isLow ? "Lite igjen" : "Mye disponibelt"
            case .creditLimit: isLow ? "Lav kredittgrense" : "Høy kredittgrense"
            case .creditUsed: isLow ? "Lite brukt kreditt" : "Mye brukt kreditt"
            }
        return with("\(state) \(name.map { "på \($0)" } ?? "i alt")", value, phase)
    }

    func sum(_ subject: String, isLow: Bool, _ value: String?, _ phase: AlertPhase) -> String {
        if phase == .ended, let value { return "\(subject) er tilbake på \(value)" }
        return with("\(subject) \(isLow ? "under" : "over") grensen", value, phase)
    }

    func forecast(
        _ name: String?, isLow: Bool, _ value: String?, on day: String?, _ phase: AlertPhase
    ) -> String {
        let side = "\(isLow ? "under" : "over") grensen\(day.map { " \($0)" } ?? "")"
        return with("\(name ?? "Samlet saldo") ventes \(side)", value, phase)
    }

    private func with(_ words: String, _ value: String?, _ phase: AlertPhase) -> String {
        let text = value.map { "\(words): \($0)" } ?? words
        return switch phase {
        case .begins: text
        case .lasts: still(text)
        case .passed: passed(text)
        case .ended: ended(text)
        }
    }

    func moved(_ name: String, isDown: Bool, by value: String?, within length: CalendarSpan)
        -> String
    {
        let size = value.map { " med \($0)" } ?? ""
        return "\(name) \(isDown ? "falt" : "steg")\(size) på \(self.length(length))"
    }

    func aggregate(
        _ measure: Aggregate.Measure, _ window: Window.Kind, filters: String, on account: String?,
        days: String?
    ) -> String {
        let subject =
            switch measure {
            case .spending: "Forbruk"
            case .income: "Inntekter"
            case .count(let noun): "Antall \(plural(noun))"
            case .largest(let noun): "Største \(word(noun))"
            }
        return "\(subject)\(account.map { " på \($0)" } ?? "") \(days ?? time(window))"
    }

    func days(_ first: String, to last: String?) -> String {
        last.map { "fra \(first) til \($0)" } ?? first
    }

    private func time(_ window: Window.Kind) -> String {
        switch window {
        case .current(let period):
            switch period.unit {
            case .day: today
            case .week: "denne uka"
            case .month: "denne måneden"
            case .year: "i år"
            }
        case .previous(let period, _):
            switch period.unit {
            case .day: "i går"
            case .week: "forrige uke"
            case .month: "forrige måned"
            case .year: "i fjor"
            }
        case .last(let length): "siste \(self.length(length))"
        }
    }

    func upcomingPayments(_ ahead: Ahead, on account: String?) -> String {
        let time =
            switch ahead {
            case .next(let length): "de neste \(self.length(length.value))"
            case .endOf(let period):
                switch period.unit {
                case .day: "ut dagen"
                case .week: "ut uka"
                case .month: "ut måneden"
                case .year: "ut året"
                }
            case .nextSalary: "før neste lønn"
            }
        return "Betalinger\(account.map { " fra \($0)" } ?? "") \(time)"
    }

    func ended(_ title: String) -> String { "Over: \(title.loweredFirst)" }

    func still(_ title: String) -> String { "Fortsatt: \(title.loweredFirst)" }

    func passed(_ title: String) -> String { "Er over igjen: \(title.loweredFirst)" }

    func span(isLow: Bool?, from start: String, to end: String) -> String {
        let span = start == end ? "en kort stund \(start)" : "fra \(start) til \(end)"
        return isLow.map { "\($0 ? "Under" : "Over") grensen \(span)" } ?? span.capitalisedFirst
    }

    private func word(_ noun: Noun) -> String {
        switch noun {
        case .debit: "utgift"
        case .credit: "innbetaling"
        case .transaction: "bevegelse"
        case .purchase: "kjøp"
        case .transfer: "overføring"
        case .fee: "gebyr"
        case .payment: "betaling"
        case .withdrawal: "uttak"
        case .refund: "refusjon"
        case .salary: "lønn"
        case .interest: "rente"
        }
    }

    private func plural(_ noun: Noun) -> String {
        switch noun {
        case .purchase, .withdrawal, .fee: word(noun)
        case .salary: "lønninger"
        case .interest: "renter"
        case .debit, .credit, .transaction, .transfer, .payment, .refund: word(noun) + "er"
        }
    }
}

extension NorwegianTexts {
    func reserved(_ day: String) -> String { "reservert \(day)" }

    func booked(_ day: String) -> String { "bokført \(day)" }

    func dropped(_ movement: String) -> String { "Reservasjon falt bort: \(movement)" }

    func oldReservation(_ movement: String) -> String { "Fortsatt reservert: \(movement)" }

    func settled(_ movement: String, reserved amount: String) -> String {
        "\(movement) (reservert: \(amount))"
    }

    func risen(_ movement: String, from amount: String) -> String { "\(movement) (før: \(amount))" }

    func corrected(_ movement: String, was amount: String) -> String {
        "\(movement) (var \(amount))"
    }

    func newSubscription(_ movement: String) -> String { "Nytt abonnement: \(movement)" }

    func missing(_ movement: String) -> String { "Mangler: \(movement)" }

    func expected(_ day: String) -> String { "ventet \(day)" }

    func rhythm(_ rhythm: Subscription.Rhythm) -> String {
        switch rhythm {
        case .week: "uke"
        case .fortnight: "2. uke"
        case .month: "måned"
        case .quarter: "kvartal"
        case .year: "år"
        }
    }

    func every(_ rhythm: Subscription.Rhythm) -> String {
        let isNeuter = [.quarter, .year].contains(rhythm)
        return "\(isNeuter ? "hvert" : "hver") \(self.rhythm(rhythm))"
    }

    func events(_ kind: RuleKind, _ count: Int, _ number: String, sum: String?) -> String {
        let noun = kind == .repeat ? "gjentakelse" : "bevegelse"
        let text = "\(number) \(noun)\(count == 1 ? "" : "r")"
        return sum.map { "\(text): \($0)" } ?? text
    }

    func alerts(_ count: Int, _ number: String) -> String {
        "\(number) \(count == 1 ? "varsel" : "varsler")"
    }

    func alreadySo(_ count: Int, _ number: String) -> String {
        "\(alerts(count, number)) er alt aktive"
    }

    func waited(_ count: Int) -> String { "\(count) eldre varsler ventet og kommer samlet" }

    func missed(_ noun: Noun, filters: String, by deadline: String, on account: String?) -> String {
        missed("\(word(noun)) innen \(deadline)", on: account)
    }

    func missed(_ noun: Noun, filters: String, for length: CalendarSpan, on account: String?)
        -> String
    {
        missed("\(word(noun)) siste \(self.length(length))", on: account)
    }

    private func missed(_ words: String, on account: String?) -> String {
        account.map { "\($0): ingen \(words)" } ?? "Ingen \(words)"
    }

    func came(_ day: Int, seen: Int?) -> String {
        seen.map { "kom den \(day)., sett den \($0)." } ?? "kom den \(day)."
    }

    func cameLate(_ name: String) -> String { "\(name): kom for sent" }

    func arrival(due: String, dated: String) -> String { "Frist \(due), datert \(dated)" }

    func deadlines(_ count: Int, _ number: String) -> String {
        "\(number) \(count == 1 ? "frist" : "frister") er oversittet"
    }

    func allLate(_ number: String) -> String { "\(number) kom for sent" }

    func spending(_ first: String, _ last: String, _ amount: String) -> String {
        first == last ? "Brukt \(first): \(amount)" : "Brukt \(first) til \(last): \(amount)"
    }

    func beside(_ amount: String, before: String) -> String { "\(amount) (før: \(before))" }

    func spender(_ name: SpendingOverview.Name?) -> String {
        switch name {
        case .group(let category)?: word(category)
        case .named(let name)?: name
        case .account?, .other?, nil: "annet"
        }
    }

    func word(_ category: MerchantCategory) -> String {
        switch category {
        case .groceries: "dagligvarer"
        case .restaurants: "restauranter"
        case .bars: "barer og alkohol"
        case .fuel: "drivstoff"
        case .transport: "transport"
        case .travel: "reiser"
        case .health: "helse"
        case .cash: "kontanter"
        case .gambling: "pengespill"
        case .digital: "digitalt"
        case .clothing: "klær"
        case .home: "hjem"
        case .insurance: "forsikring"
        }
    }

    func knownFrom(_ day: String) -> String { "kjent fra \(day)" }

    func lastRead(_ name: String, _ moment: String) -> String { "\(name): sist lest \(moment)" }

    func summary(of day: String) -> String { "Oversikt \(day)" }

    func outdated(_ name: String, _ value: String, at moment: String) -> String {
        "\(name): ikke kjent nå, \(value) \(moment)"
    }

    func unknownFigure(_ name: String) -> String { "\(name): ikke kjent" }
}

extension NorwegianTexts {
    func problem(_ topic: HealthTopic, name: String?, day: String?) -> String {
        switch topic {
        case .bank(.refused): "\(bank(name)) avviser innloggingen"
        case .bank(.throttled): "\(bank(name)) ber om å komme senere"
        case .bank(.malformed): "\(bank(name)) gir svar som ikke kan leses"
        case .bank: "\(bank(name)) svarer ikke"
        case .data: "Tallene fra \(name ?? "banken") er gamle"
        case .signIn: "Innloggingen hos \(name ?? "banken") utløper \(day ?? "snart")"
        case .notifications: "Varsler\(place(name)) kommer ikke fram"
        }
    }

    func restored(_ topic: HealthTopic, name: String?) -> String {
        switch topic {
        case .bank: "\(bank(name)) svarer igjen"
        case .data: "Tallene fra \(name ?? "banken") er ferske igjen"
        case .signIn: "Innloggingen hos \(name ?? "banken") er fornyet"
        case .notifications: "Varsler\(place(name)) kommer fram igjen"
        }
    }

    private func bank(_ name: String?) -> String { name ?? "Banken" }

    private func place(_ name: String?) -> String { name.map { " på \($0)" } ?? "" }

    func since(_ start: String) -> String { "Siden \(start)." }

    func figuresFrom(_ moment: String) -> String { "Tallene dine er fra \(moment)." }

    func refused(_ problem: String, fix: String) -> String {
        let login = fix.hasPrefix("saldovakt login ") ? fix.prefix { $0 != ":" } : nil
        return "Gjør dette: \(login ?? "se hvorfor med «saldovakt doctor --online»")"
    }

    func tryingAgain(every length: CalendarSpan) -> String {
        let one = unit(CalendarSpan(count: 1, unit: length.unit))
        let each = length.unit == .minute || length.unit == .year ? "hvert" : "hver"
        return "Prøver igjen \(each) \(length.count == 1 ? "" : "\(length.count). ")\(one)."
    }
}
