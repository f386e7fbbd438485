package import Finance
package import Rules

extension Language { package var texts: Texts { Texts(language: self) } }

/// Every text that the program adds to the person's own words and the bank's.
///
/// A text is written once, with all languages side by side: a missing language does not compile.
package struct Texts: Sendable {
    let language: Language

    /// Returns the text in the language.
    func text<Text>(_ english: @autoclosure () -> Text, nb norwegian: @autoclosure () -> Text)
        -> Text
    {
        switch language {
        case .english: english()
        case .norwegian: norwegian()
        }
    }
}

extension Texts {
    /// What replaces a missing bank text (D47).
    package var noText: String { text("(no text)", nb: "(uten tekst)") }
    /// Replaces an unknown figure.
    var unknown: String { text("(unknown)", nb: "(ukjent)") }
    /// The name of a subject without an account.
    var allAccounts: String { text("All accounts", nb: "Alle kontoer") }
    /// The body of a summary when no account is known.
    package var noAccounts: String {
        text("no account is known yet", nb: "ingen konto er kjent ennå")
    }
    var today: String { text("today", nb: "i dag") }

    /// The title on a channel that shows no details.
    func genericTitle(isOver: Bool) -> String {
        isOver
            ? text("Alert resolved", nb: "Varselet er over")
            : text("Something happened", nb: "Noe har skjedd")
    }

    /// The title of a correction without amounts, which would otherwise repeat that of the original.
    func corrected(_ title: String) -> String {
        text("Corrected: \(title)", nb: "Rettet: \(title)")
    }

    /// The body on a channel that shows no details.
    var genericBody: String {
        text("Open saldovakt for details.", nb: "Åpne saldovakt for detaljer.")
    }

    /// A day of a month, `14 Nov`, with its year if `year` is another one.
    package func day(_ day: CalendarDay, in year: Int) -> String {
        let words = "\(day.components.day)\(text("", nb: ".")) \(monthName(day))"
        return day.components.year == year ? words : "\(words) \(day.components.year)"
    }

    /// A month with its year, short.
    package func month(_ day: CalendarDay) -> String { "\(monthName(day)) \(day.components.year)" }

    private func monthName(_ day: CalendarDay) -> String {
        text(Self.englishMonths, nb: Self.norwegianMonths)[day.components.month - 1]
    }

    private static let englishMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let norwegianMonths = [
        "jan.", "feb.", "mars", "april", "mai", "juni", "juli", "aug.", "sep.", "okt.", "nov.",
        "des.",
    ]

    /// `on 6 Mar`, or from one day to another.
    func days(_ first: String, to last: String?) -> String {
        last.map { text("from \(first) to \($0)", nb: "fra \(first) til \($0)") }
            ?? text("on \(first)", nb: first)
    }

    func length(_ span: CalendarSpan) -> String {
        text(span.words, nb: "\(span.count) \(span.norwegianUnit)")
    }

    package func rhythm(_ rhythm: Subscription.Rhythm) -> String { language.text(.rhythm(rhythm)) }

    func every(_ rhythm: Subscription.Rhythm) -> String {
        let isNeuter = [.quarter, .year].contains(rhythm)
        return "\(text("every", nb: isNeuter ? "hvert" : "hver")) \(self.rhythm(rhythm))"
    }

    func together(_ names: [String]) -> String {
        let end = names.suffix(2).joined(separator: text(" and ", nb: " og "))
        return (names.dropLast(2) + [end]).joined(separator: ", ")
    }

    func lines(_ lines: [String], more count: Int = 0) -> String {
        (lines + (count > 0 ? [more(count)] : [])).joined(separator: " · ")
    }

    func more(_ count: Int) -> String { text("and \(count) more", nb: "og \(count) til") }

    func rule(_ id: String) -> String { text("rule \(id)", nb: "regel \(id)") }

    /// A figure under its name.
    func figure(_ name: String, _ value: String) -> String { "\(name): \(value)" }

    package func category(_ category: MerchantCategory) -> String {
        let english = category.rawValue
        return switch category {
        case .groceries: text(english, nb: "dagligvarer")
        case .restaurants: text(english, nb: "restauranter")
        case .bars: text(english, nb: "barer og alkohol")
        case .fuel: text(english, nb: "drivstoff")
        case .transport: text(english, nb: "transport")
        case .travel: text(english, nb: "reiser")
        case .health: text(english, nb: "helse")
        case .cash: text(english, nb: "kontanter")
        case .gambling: text(english, nb: "pengespill")
        case .digital: text(english, nb: "digitalt")
        case .clothing: text(english, nb: "klær")
        case .home: text(english, nb: "hjem")
        case .insurance: text(english, nb: "forsikring")
        }
    }
}

extension CalendarSpan {
    /// The unit in Norwegian, in the plural unless there is one of it.
    var norwegianUnit: String {
        let isOne = count == 1
        return switch unit {
        case .minute: isOne ? "minutt" : "minutter"
        case .hour: isOne ? "time" : "timer"
        case .day: isOne ? "dag" : "dager"
        case .week: isOne ? "uke" : "uker"
        case .month: isOne ? "måned" : "måneder"
        case .year: "år"
        }
    }
}

extension String {
    /// The text with its first letter as a capital.
    package var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with its first letter as a small one.
    package var loweredFirst: String { prefix(1).lowercased() + dropFirst() }
}
