import Alerts
import Finance

/// Which cards a person is to be told of, because they are about to expire.
enum CardWarnings {
    /// How long before its last day a card is told of.
    static let daysBefore = 30

    /// What a bank's list of cards means for the troubles that are known.
    static func reports(
        _ cards: [PaymentCard], of source: String, today: CalendarDay, known: [TroubleState]
    ) -> [TroubleReport] {
        let expiring = cards.filter { $0.expires(within: daysBefore, of: today) }
        let troubles = expiring.map { WatchTexts.cardExpires($0, of: source) }
        let keys = Set(troubles.map(\.key))
        let over = known.map(\.trouble).filter { trouble in
            trouble.topic == .cardExpiring && !keys.contains(trouble.key)
                && trouble.name.hasSuffix(WatchTexts.place(source))
        }
        return troubles.map { TroubleReport($0) }
            + over.map { TroubleReport($0, isOver: true) }
    }
}
