import Finance
import Rules

extension Language {
    var texts: any NotificationTexts {
        switch self {
        case .english: EnglishTexts()
        case .norwegian: NorwegianTexts()
        }
    }
}

/// Where in the life of an alert a notification stands.
enum AlertPhase: Sendable {
    case begins
    /// It still is so: a reminder.
    case lasts
    /// It began and ended before it could be sent.
    case passed
    case ended
}

/// Every word that a notification adds to the person's own and the bank's, in one language.
///
/// A text that a language lacks does not compile.
protocol NotificationTexts: Sendable {
    /// What replaces a missing bank text (D47).
    var noText: String { get }
    /// What replaces a figure that is not known.
    var unknown: String { get }
    /// The name of what has no account.
    var allAccounts: String { get }
    /// The title on a channel that shows nothing.
    var genericTitle: String { get }
    /// The title on a channel that shows nothing, when it is over.
    var genericOverTitle: String { get }
    /// The body on a channel that shows nothing.
    var genericBody: String { get }
    /// The body of a summary when no account is known.
    var noAccounts: String { get }
    /// What replaces a sum of which a part is not known.
    var unknownSum: String { get }
    /// The body when a problem of the program itself is over.
    var nothingToDo: String { get }

    /// A day of a month, with its year if `year` is another one.
    func day(_ day: CalendarDay, in year: Int) -> String
    func length(_ span: CalendarSpan) -> String
    func together(_ names: [String]) -> String
    func rule(_ id: String) -> String
    /// The lines of a digest, and how many more there are.
    func more(_ count: Int) -> String

    /// A figure under its name.
    func figure(_ name: String, _ value: String) -> String
    func figureName(_ figure: Figure) -> String
    /// What was compared, and with what; `name` is an account or a figure.
    func limit(_ limit: String, of name: String?) -> String
    /// A figure of an account, or of all if there is no name, on the wrong side of its limit.
    func level(
        _ figure: Figure, of name: String?, isLow: Bool, _ value: String?, _ phase: AlertPhase
    ) -> String
    /// A sum, count or maximum on the wrong side of its limit.
    func sum(_ subject: String, isLow: Bool, _ value: String?, _ phase: AlertPhase) -> String
    /// A figure that is expected on the wrong side of its limit.
    func forecast(
        _ name: String?, isLow: Bool, _ value: String?, on day: String?, _ phase: AlertPhase
    ) -> String
    /// A figure that moved by so much.
    func moved(_ name: String, isDown: Bool, by value: String?, within length: CalendarSpan)
        -> String
    /// What a sum is of: `Spending this month`; `filters` are the sentence's own words, and `days` say
    /// of which days, if it is not of those that the window means now.
    func aggregate(
        _ measure: Aggregate.Measure, _ window: Window.Kind, filters: String, on account: String?,
        days: String?
    ) -> String
    /// `on 6 Mar`, or from one day to another.
    func days(_ first: String, to last: String?) -> String
    func upcomingPayments(_ ahead: Ahead, on account: String?) -> String

    func ended(_ title: String) -> String
    func still(_ title: String) -> String
    /// An alert that began and ended before it could be sent.
    func passed(_ title: String) -> String
    /// From when to when it was so; `isLow` is `nil` for what is neither low nor high.
    func span(isLow: Bool?, from start: String, to end: String) -> String

    func reserved(_ day: String) -> String
    func booked(_ day: String) -> String
    var today: String { get }
    func dropped(_ movement: String) -> String
    func oldReservation(_ movement: String) -> String
    /// A booking beside what was reserved.
    func settled(_ movement: String, reserved amount: String) -> String
    /// An amount beside that of the transaction before.
    func risen(_ movement: String, from amount: String) -> String
    func corrected(_ movement: String, was amount: String) -> String
    /// The payment that made a subscription known.
    func newSubscription(_ movement: String) -> String
    /// The last payment of a subscription whose next one has not come.
    func missing(_ movement: String) -> String
    func expected(_ day: String) -> String
    func rhythm(_ rhythm: Subscription.Rhythm) -> String
    func every(_ rhythm: Subscription.Rhythm) -> String
    /// The title of a digest of what happened.
    func events(_ kind: RuleKind, _ count: Int, _ number: String, sum: String?) -> String
    func alerts(_ count: Int, _ number: String) -> String
    /// The title of what was true at the first look.
    func alreadySo(_ count: Int, _ number: String) -> String
    /// The title of what a channel did not take for so long that it was put together.
    func waited(_ count: Int) -> String

    /// Nothing came in time.
    func missed(_ noun: Noun, filters: String, by deadline: String, on account: String?) -> String
    /// Nothing came for so long.
    func missed(_ noun: Noun, filters: String, for length: CalendarSpan, on account: String?)
        -> String
    /// When it came after all, and when it was seen if that says more.
    func came(_ day: Int, seen: Int?) -> String
    /// The end of an absence on a channel that shows no amounts.
    func cameLate(_ name: String) -> String
    func arrival(due: String, dated: String) -> String
    func deadlines(_ count: Int, _ number: String) -> String
    /// The title of a digest of deadlines whose transactions have all come since.
    func allLate(_ number: String) -> String

    func summary(of day: String) -> String
    /// What was spent on some days.
    func spending(_ first: String, _ last: String, _ amount: String) -> String
    /// An amount beside that of the period before.
    func beside(_ amount: String, before: String) -> String
    /// What was spent of one kind; `nil` for what is of no known one.
    func spender(_ name: SpendingOverview.Name?) -> String
    /// The days before one are not known, or an account was last read then.
    func knownFrom(_ day: String) -> String
    func lastRead(_ name: String, _ moment: String) -> String
    /// A figure that is too old to be called one: never shown without its age.
    func outdated(_ name: String, _ value: String, at moment: String) -> String
    func unknownFigure(_ name: String) -> String

    /// The title when a rule about health begins to hold.
    func problem(_ topic: HealthTopic, name: String?, day: String?) -> String
    /// The title when a rule about health no longer holds.
    func restored(_ topic: HealthTopic, name: String?) -> String
    func since(_ start: String) -> String
    func figuresFrom(_ moment: String) -> String
    /// Why a bank refuses the sign-in, and what to do.
    func refused(_ problem: String, fix: String) -> String
    func tryingAgain(every length: CalendarSpan) -> String
    /// The title when a problem of the program itself begins.
    ///
    /// - Parameter count: how many notifications it kept from the person.
    func title(_ selfAlert: SelfAlert, count: Int) -> String
    /// The title when a problem of the program itself is over.
    func over(_ selfAlert: SelfAlert) -> String
    /// The title when a failing channel is no longer in use.
    func unused(_ channel: String) -> String

    func screen(_ text: ScreenText) -> String
    func heading(_ heading: ScreenHeading) -> String
    func table(_ text: TableText) -> String
}

extension NotificationTexts {
    /// An amount and what it was for: `−612,35 kr PUMPESTASJON 44`.
    func movement(_ amount: String, _ text: String) -> String { "\(amount) \(text)" }

    /// An amount that came so often.
    func times(_ count: String, _ amount: String) -> String { "\(count) × \(amount)" }

    /// A line of a digest whose title alone would not say which rule it is about.
    func titled(_ title: String, _ sentence: String) -> String { "\(title) (\(sentence))" }

    func lines(_ lines: [String], more count: Int = 0) -> String {
        (lines + (count > 0 ? [more(count)] : [])).joined(separator: " · ")
    }
}
