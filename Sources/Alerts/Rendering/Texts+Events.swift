import Finance
import Rules

// Texts about transactions: those that came, those that did not, and many at once.
extension Texts {
    /// An amount and its purpose: `−612,35 kr PUMPESTASJON 44`.
    func movement(_ amount: String, _ text: String) -> String { "\(amount) \(text)" }

    /// A repeated amount with its count.
    func times(_ count: String, _ amount: String) -> String { "\(count) × \(amount)" }

    func reserved(_ day: String) -> String { text("reserved \(day)", nb: "reservert \(day)") }

    func booked(_ day: String) -> String { text("booked \(day)", nb: "bokført \(day)") }

    func dropped(_ movement: String) -> String {
        text("Reservation dropped: \(movement)", nb: "Reservasjon falt bort: \(movement)")
    }

    func oldReservation(_ movement: String) -> String {
        text("Still reserved: \(movement)", nb: "Fortsatt reservert: \(movement)")
    }

    func noLongerReserved(_ movement: String) -> String {
        text("No longer reserved: \(movement)", nb: "Ikke lenger reservert: \(movement)")
    }

    /// A booking beside what was reserved.
    func settled(_ movement: String, reserved amount: String) -> String {
        "\(movement) (\(text("reserved", nb: "reservert")): \(amount))"
    }

    /// An amount beside that of the transaction or the period before.
    func beside(_ movement: String, before amount: String) -> String {
        "\(movement) (\(text("before", nb: "før")): \(amount))"
    }

    func corrected(_ movement: String, was amount: String) -> String {
        "\(movement) (\(text("was", nb: "var")) \(amount))"
    }

    /// The payment that made a subscription known.
    func newSubscription(_ movement: String) -> String {
        text("New subscription: \(movement)", nb: "Nytt abonnement: \(movement)")
    }

    /// The last payment of a subscription whose next one has not come.
    func missing(_ movement: String) -> String {
        text("Missing: \(movement)", nb: "Mangler: \(movement)")
    }

    func expected(_ day: String) -> String { text("expected \(day)", nb: "ventet \(day)") }
}

extension Texts {
    /// Nothing came in time.
    func missed(_ noun: Noun, filters: String, by deadline: String, on account: String?) -> String {
        missed(
            text("\(noun.rawValue)\(filters) by", nb: "\(noun.norwegian) innen"), deadline, account)
    }

    /// No transaction came for a span of time.
    func missed(_ noun: Noun, filters: String, for span: CalendarSpan, on account: String?)
        -> String
    {
        missed(
            text("\(noun.rawValue)\(filters) in the last", nb: "\(noun.norwegian) siste"),
            length(span), account)
    }

    private func missed(_ words: String, _ time: String, _ account: String?) -> String {
        account.map { "\($0): \(text("no", nb: "ingen")) \(words) \(time)" }
            ?? "\(text("No", nb: "Ingen")) \(words) \(time)"
    }

    /// The day on which the transaction came after all, and the day on which it was seen if it is
    /// another.
    func came(_ day: Int, seen: Int?) -> String {
        let came = text("came on the \(ordinal(day))", nb: "kom den \(day).")
        return came
            + (seen.map { text(", seen on the \(ordinal($0))", nb: ", sett den \($0).") } ?? "")
    }

    private func ordinal(_ day: Int) -> String {
        let isTeen = (11...13).contains(day % 100)
        return switch day % 10 {
        case 1 where !isTeen: "\(day)st"
        case 2 where !isTeen: "\(day)nd"
        case 3 where !isTeen: "\(day)rd"
        default: "\(day)th"
        }
    }

    /// The end of an absence on a channel that shows no amounts.
    func cameLate(_ name: String) -> String {
        "\(name): \(text("it came late", nb: "kom for sent"))"
    }

    func arrival(due: String, dated: String) -> String {
        text("Due by \(due), dated \(dated)", nb: "Frist \(due), datert \(dated)")
    }
}

extension Texts {
    /// A line of a digest whose title alone would not say which rule it is about.
    func titled(_ title: String, _ sentence: String) -> String { "\(title) (\(sentence))" }

    /// The title of a digest of events.
    func events(_ kind: RuleKind, _ count: Int, _ number: String, sum: String?) -> String {
        let noun =
            kind == .repeat
            ? text("repetition", nb: "gjentakelse") : text("transaction", nb: "bevegelse")
        let words = "\(number) \(noun)\(count == 1 ? "" : text("s", nb: "r"))"
        return sum.map { "\(words): \($0)" } ?? words
    }

    func alerts(_ count: Int, _ number: String) -> String {
        "\(number) \(count == 1 ? text("alert", nb: "varsel") : text("alerts", nb: "varsler"))"
    }

    /// The title of a digest of alerts that were true at the first look.
    func alreadySo(_ count: Int, _ number: String) -> String {
        "\(alerts(count, number)) \(text("already active", nb: "er alt aktive"))"
    }

    /// The title of a digest of a channel's overlong queue.
    func waited(_ count: Int) -> String {
        text(
            "\(count) older notifications were waiting and are delivered as one",
            nb: "\(count) eldre varsler ventet og kommer samlet")
    }

    func deadlines(_ count: Int, _ number: String) -> String {
        text(
            "\(number) deadline\(count == 1 ? "" : "s") missed",
            nb: "\(number) \(count == 1 ? "frist" : "frister") er oversittet")
    }

    /// The title of a digest of deadlines whose transactions have all come since.
    func allLate(_ number: String) -> String {
        text("\(number) came late", nb: "\(number) kom for sent")
    }

    func summary(of day: String) -> String { text("Summary of \(day)", nb: "Oversikt \(day)") }

    /// The spending of some days.
    func spending(_ first: String, _ last: String, _ amount: String) -> String {
        let days =
            first == last
            ? text("Spent on \(first)", nb: "Brukt \(first)")
            : text("Spent \(first) to \(last)", nb: "Brukt \(first) til \(last)")
        return "\(days): \(amount)"
    }

    /// The spending of one group; `nil` for the group without a known name.
    func spender(_ name: SpendingOverview.Name?) -> String {
        switch name {
        case .group(let category)?: self.category(category)
        case .named(let name)?: name
        case .account?, .other?, nil: text("other", nb: "annet")
        }
    }

    /// Replaces a sum of which a part is unknown.
    var unknownSum: String { text("not known", nb: "ikke kjent") }

    func unknownFigure(_ name: String) -> String { "\(name): \(unknownSum)" }

    /// The days before one are not known.
    func knownFrom(_ day: String) -> String { text("known from \(day) on", nb: "kjent fra \(day)") }

    func lastRead(_ name: String, _ moment: String) -> String {
        "\(name): \(text("last read", nb: "sist lest")) \(moment)"
    }

    /// A figure that is too old to be called one: never shown without its age.
    func outdated(_ name: String, _ value: String, at moment: String) -> String {
        text(
            "\(name): not known now, \(value) on \(moment)",
            nb: "\(name): ikke kjent nå, \(value) \(moment)")
    }
}
