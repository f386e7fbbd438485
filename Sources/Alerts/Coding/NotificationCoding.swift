import Finance
public import Foundation
import Rules

/// The published JSON form of an ``AlertNotification``: one line, members in a fixed order, equal
/// bytes for equal notifications.
///
/// Members without a value are `null`. Only `since`, `items`, `pending`, `previousAmount`, `count`,
/// `sum` and `household` are left out instead.
///
/// ```swift
/// print(NotificationCoding.text(notification))   // {"type":"alert.fired","id":"ntc_…","timestamp":"…",…
/// ```
public enum NotificationCoding: Sendable {
    /// The notification as one line of JSON, without a line break.
    public static func text(_ notification: AlertNotification) -> String {
        String(decoding: bytes(notification), as: UTF8.self)
    }

    /// The bytes of ``text(_:)``, to write to a stream.
    public static func bytes(_ notification: AlertNotification) -> [UInt8] {
        JSONWriter.object { json in
            json.add("type", notification.type.rawValue)
            json.add("id", notification.id)
            json.add("timestamp", notification.timestamp)
            json.add("data", notification.data, write)
        }
    }

    /// Reads the published form.
    ///
    /// - Throws: `DecodingError` that names what is missing or wrong.
    public static func decode(_ data: Data) throws -> AlertNotification {
        try decoder.decode(AlertNotification.self, from: data)
    }

    // Made once: its setup would be a good part of the cost of each notification.
    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let instant = InstantText.instant(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "'\(text)' is not an instant such as 2026-03-06T09:00:00Z")
            }
            return instant
        }
        return decoder
    }()

    private static func write(_ json: inout JSONWriter, _ data: NotificationData) {
        json.object { json in
            json.add("rule", data.rule, write)
            json.add("kind", data.kind.rawValue)
            json.add("reason", data.reason.rawValue)
            json.add("alreadySo", data.alreadySo)
            json.add("urgency", data.urgency.rawValue)
            json.add("account", data.account, write)
            json.add("value", data.value, write)
            json.add("limit", data.limit, write)
            json.add("transaction", data.transaction, write)
            json.add("title", data.title)
            json.add("body", data.body)
            writeExtras(&json, data)
        }
    }

    private static func writeExtras(_ json: inout JSONWriter, _ data: NotificationData) {
        if let since = data.since { json.add("since", since) }
        if let items = data.items { json.add("items", list: items, write) }
        if let pending = data.pending { json.add("pending", pending) }
        if let amount = data.previousAmount { json.add("previousAmount", amount, write) }
        if let count = data.count { json.add("count", count) }
        if let sum = data.sum { json.add("sum", sum, write) }
        if let household = data.household { json.add("household", household) }
    }

    private static func write(_ json: inout JSONWriter, _ rule: NotificationRule) {
        json.object { json in
            json.add("id", rule.id)
            json.add("sentence", rule.sentence)
        }
    }

    private static func write(_ json: inout JSONWriter, _ account: NotificationAccount) {
        json.object { json in
            json.add("id", account.id)
            json.add("name", account.name)
            json.add("number", account.number)
        }
    }

    private static func write(_ json: inout JSONWriter, _ money: Money) {
        json.object { json in
            json.add("amount", money.decimalText)
            json.add("currency", money.currency.code)
        }
    }

    private static func write(_ json: inout JSONWriter, _ figure: NotificationFigure) {
        switch figure {
        case .money(let money): write(&json, money)
        case .count(let count): json.object { $0.add("count", count) }
        }
    }

    private static func write(_ json: inout JSONWriter, _ transaction: NotificationTransaction) {
        json.object { json in
            json.add("id", transaction.id)
            json.add("status", transaction.status.rawValue)
            json.add("amount", transaction.amount)
            json.add("currency", transaction.currency.code)
            json.add("date", transaction.date.description)
            json.add("posted", transaction.posted?.description)
            json.add("text", transaction.text)
            json.add("merchant", transaction.merchant)
            json.add("type", transaction.type.rawValue)
            if let amount = transaction.previousAmount { json.add("previousAmount", amount) }
        }
    }

    private static func write(_ json: inout JSONWriter, _ item: NotificationItem) {
        json.object { json in
            json.add("rule", item.rule, write)
            json.add("account", item.account, write)
            json.add("value", item.value, write)
            json.add("transaction", item.transaction, write)
            json.add("title", item.title)
            if let since = item.since { json.add("since", since) }
            if let value = item.previousValue { json.add("previousValue", value, write) }
        }
    }
}
