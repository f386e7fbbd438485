public import Foundation

/// The scheduled items of one bank connection as they were last read.
///
/// An empty list says that nothing is scheduled; where a bank was never asked there is no list.
public struct ScheduledItems: Sendable, Hashable {
    /// The items in the bank's order.
    public var items: [ScheduledItem]
    /// When they were read.
    public var readAt: Date

    /// Makes a list as it was read at an instant.
    public init(items: [ScheduledItem], readAt: Date) {
        self.items = items
        self.readAt = readAt
    }

    /// The items of one account, each thing that is to be paid once (D32).
    ///
    /// A bank that lists the next turn of a standing order among the payments too gives the same
    /// account, amount, day and receiver twice; pairs of like payments stay pairs.
    public func items(ofAccount bankAccountID: String) -> [ScheduledItem] {
        let own = items.filter { $0.bankAccountID == bankAccountID }
        var payments: [Occasion: Int] = [:]
        for item in own where item.kind == .payment { payments[Occasion(item), default: 0] += 1 }
        return own.filter { item in
            guard item.kind == .standingOrder, let count = payments[Occasion(item)], count > 0
            else { return true }
            payments[Occasion(item)] = count - 1
            return false
        }
    }

    /// What makes two items of one account the same thing to pay.
    private struct Occasion: Hashable {
        let amount: Money
        let due: CalendarDay
        let receiver: FoldedText

        init(_ item: ScheduledItem) {
            amount = item.amount
            due = item.due
            receiver = FoldedText(item.text)
        }
    }
}
