package import Alerts
package import Finance
package import Foundation

/// How the tables of a run are written.
///
/// For a person they are in the language of the settings, with relative times; for a pipe in
/// English, with moments.
package struct TableTexts: Sendable {
    private let language: Language
    private let zone: TimeZone
    private let now: Date
    private let isForPerson: Bool

    package init(
        language: Language, zone: TimeZone, now: Date, isForPerson: Bool = Terminal.isInteractive
    ) {
        self.language = isForPerson ? language : .english
        self.zone = zone
        self.now = now
        self.isForPerson = isForPerson
    }

    package func callAsFunction(_ text: ScreenText) -> String { language.text(text) }

    /// An instant as `4 min ago` or `in 3 h`, or as a moment.
    package func when(_ instant: Date) -> String {
        guard isForPerson else { return InstantText.moment(instant, in: zone) }
        let seconds = now.timeIntervalSince(instant)
        let length = Strings.length(abs(seconds))
        return self(seconds < 0 ? .ahead(length) : .ago(length))
    }

    package func text(_ day: CalendarDay) -> String {
        language == .norwegian ? MoneyStyle.norwegian.text(day) : day.description
    }
}
