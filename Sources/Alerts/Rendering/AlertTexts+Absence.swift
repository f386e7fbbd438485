extension AlertTexts {
    /// The body of a summary when no account is known.
    static let noAccounts = "no account is known yet"

    /// Nothing came in time: `No credit by 15.03.2026`.
    static func missed(_ noun: String, by deadline: String, on account: String?) -> String {
        account.map { "\($0): no \(noun) by \(deadline)" } ?? "No \(noun) by \(deadline)"
    }

    /// Nothing came for so long: `No transaction in the last 14 days`.
    static func missed(_ noun: String, for length: String, on account: String?) -> String {
        account.map { "\($0): no \(noun) in the last \(length)" }
            ?? "No \(noun) in the last \(length)"
    }

    /// When it came after all: `came on the 17th`, and when it was seen if that says more.
    static func came(_ day: Int, seen: Int?) -> String {
        let came = "came on the \(ordinal(day))"
        return seen.map { "\(came), seen on the \(ordinal($0))" } ?? came
    }

    /// A transaction and when it came.
    static func arrived(_ movement: String, _ came: String) -> String { "\(movement) \(came)" }

    /// The end of an absence on a channel that shows no amounts.
    static func cameLate(_ name: String) -> String { "\(name): it came late" }

    /// The days behind it, for the body: `due by 15.03.2026, dated 17.03.2026`.
    static func arrival(_ sentence: String, due: String, dated: String) -> String {
        "\(sentence): due by \(due), dated \(dated)"
    }

    /// A missed deadline whose transaction has come before it could be told.
    static func late(_ title: String, _ came: String) -> String { "\(title): \(came)" }

    /// The title of a digest of missed deadlines.
    static func deadlines(_ count: String) -> String {
        count == "1" ? "1 deadline missed" : "\(count) deadlines missed"
    }

    /// The title of a digest of deadlines whose transactions have all come since.
    static func allLate(_ count: String) -> String { "\(count) came late" }

    /// The title of a summary.
    static func summary(of day: String) -> String { "Summary of \(day)" }

    /// A figure that is too old to be called one: never shown without its age.
    static func outdated(_ name: String, _ value: String, at moment: String) -> String {
        "\(name): not known now, \(value) on \(moment)"
    }

    /// What stands for a sum of which a part is not known.
    static let unknownSum = "not known"

    /// An account without a figure.
    static func unknownFigure(_ name: String) -> String { "\(name): not known" }

    private static func ordinal(_ day: Int) -> String {
        let isTeen = (11...13).contains(day % 100)
        return switch day % 10 {
        case 1 where !isTeen: "\(day)st"
        case 2 where !isTeen: "\(day)nd"
        case 3 where !isTeen: "\(day)rd"
        default: "\(day)th"
        }
    }
}
