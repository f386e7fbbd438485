public import Finance
public import Foundation

/// The rule as a notification names it.
public struct NotificationRule: Sendable, Hashable, Codable {
    public let id: String
    /// The sentence as the person wrote it.
    public let sentence: String

    public init(id: String, sentence: String) {
        self.id = id
        self.sentence = sentence
    }
}

/// The account as a notification names it.
public struct NotificationAccount: Sendable, Hashable, Codable {
    public let id: String
    /// The name that the person gave it.
    public let name: String
    /// The masked number, `•••• •• •0001`.
    public let number: String?

    public init(id: String, name: String, number: String?) {
        self.id = id
        self.name = name
        self.number = number
    }
}

/// A transaction as a notification shows it (D3).
public struct NotificationTransaction: Sendable, Hashable, Codable {
    public let id: String
    public let status: TransactionStatus
    /// Signed decimal text: `-612.00`.
    public let amount: String
    public let currency: Currency
    public let date: CalendarDay
    public let posted: CalendarDay?
    public let text: String
    public let merchant: String?
    public let type: TransactionType
    /// The amount before a correction, in `alert.corrected`.
    public let previousAmount: String?

    /// Makes the view of a transaction; texts must already be neutralised.
    public init(_ transaction: Transaction, text: String, merchant: String?, previous: Money?) {
        id = transaction.id.lowercaseText
        status = transaction.status
        amount = transaction.signedAmount.decimalText
        currency = transaction.transactionAmount.currency
        date = transaction.transactionDate
        posted = transaction.postedDate
        self.text = text
        self.merchant = merchant
        type = transaction.transactionType
        previousAmount = previous?.decimalText
    }
}

/// The figure of a notification: an amount, or what was counted (D79).
public enum NotificationFigure: Sendable, Hashable {
    /// An amount: `{"amount":"95.00","currency":"NOK"}`.
    case money(Money)
    /// A number: `{"count":3}`.
    case count(Int)

    public var money: Money? {
        if case .money(let money) = self { money } else { nil }
    }
}

extension NotificationFigure: Codable {
    private enum Key: String, CodingKey { case count }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let count = try container.decodeIfPresent(Int.self, forKey: .count) {
            self = .count(count)
        } else {
            self = .money(try Money(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .money(let money): try money.encode(to: encoder)
        case .count(let count):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(count, forKey: .count)
        }
    }
}

/// One line of a digest.
public struct NotificationItem: Sendable, Hashable, Codable {
    public let rule: NotificationRule
    public let account: NotificationAccount?
    public let value: NotificationFigure?
    public internal(set) var transaction: NotificationTransaction?
    public let title: String
    public let since: Date?
    /// What `value` was in the period before, in a summary of spending.
    public var previousValue: Money?

    public init(
        rule: NotificationRule, account: NotificationAccount?, value: NotificationFigure?,
        transaction: NotificationTransaction?, title: String, since: Date?
    ) {
        self.rule = rule
        self.account = account
        self.value = value
        self.transaction = transaction
        self.title = title
        self.since = since
    }
}

extension AlertNotification {
    /// The notification as one line of a digest; `nil` without a rule.
    var item: NotificationItem? {
        data.rule.map { rule in
            NotificationItem(
                rule: rule, account: data.account, value: data.value,
                transaction: data.transaction, title: data.title, since: data.since ?? timestamp)
        }
    }
}
