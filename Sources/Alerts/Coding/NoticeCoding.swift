import Finance
public import Foundation
import Rules

/// The published JSON form of a ``Notice``: one line, a fixed order of members, equal bytes for
/// equal notices.
///
/// What has nothing to say is `null`; `since`, `items`, `pending`, `previousAmount`, `count` and
/// `sum` are left out instead.
///
/// ```swift
/// print(NoticeCoding.text(notice))   // {"type":"alert.fired","id":"ntc_…","timestamp":"…",…
/// ```
public enum NoticeCoding: Sendable {
    /// The notice as one line of JSON, without a line break.
    public static func text(_ notice: Notice) -> String {
        JSONText.object { json in
            json.add("type", notice.type.rawValue)
            json.add("id", notice.id)
            json.add("timestamp", InstantText.text(notice.timestamp))
            json.add("data", raw: text(notice.data))
        }
    }

    /// The bytes of ``text(_:)``.
    public static func encode(_ notice: Notice) -> Data {
        Data(text(notice).utf8)
    }

    /// Reads the published form.
    ///
    /// - Throws: `DecodingError` that names what is missing or wrong.
    public static func decode(_ data: Data) throws -> Notice {
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
        return try decoder.decode(Notice.self, from: data)
    }

    private static func text(_ data: NoticeData) -> String {
        JSONText.object { json in
            json.add("rule", raw: data.rule.map(text))
            json.add("kind", data.kind.rawValue)
            json.add("reason", data.reason.rawValue)
            json.add("alreadySo", data.alreadySo)
            json.add("urgency", data.urgency.rawValue)
            json.add("account", raw: data.account.map(text))
            json.add("value", raw: data.value.map(text))
            json.add("limit", raw: data.limit.map(text))
            json.add("transaction", raw: data.transaction.map(text))
            json.add("title", data.title)
            json.add("body", data.body)
            addExtras(of: data, to: &json)
        }
    }

    private static func addExtras(of data: NoticeData, to json: inout JSONText) {
        json.addIfPresent("since", raw: data.since.map(text))
        json.addIfPresent("items", raw: data.items.map { JSONText.array($0.map(text)) })
        json.addIfPresent("pending", raw: data.pending.map { $0 ? "true" : "false" })
        json.addIfPresent("previousAmount", raw: data.previousAmount.map(text))
        json.addIfPresent("count", raw: data.count.map(String.init))
        json.addIfPresent("sum", raw: data.sum.map(text))
    }

    private static func text(_ instant: Date) -> String {
        JSONText.quoted(InstantText.text(instant))
    }

    private static func text(_ rule: NoticeRule) -> String {
        JSONText.object { json in
            json.add("id", rule.id)
            json.add("sentence", rule.sentence)
        }
    }

    private static func text(_ account: NoticeAccount) -> String {
        JSONText.object { json in
            json.add("id", account.id)
            json.add("name", account.name)
            json.add("number", account.number)
        }
    }

    private static func text(_ money: Money) -> String {
        JSONText.object { json in
            json.add("amount", money.decimalText)
            json.add("currency", money.currency.code)
        }
    }

    private static func text(_ transaction: NoticeTransaction) -> String {
        JSONText.object { json in
            json.add("id", transaction.id)
            json.add("status", transaction.status.rawValue)
            json.add("amount", transaction.amount)
            json.add("currency", transaction.currency.code)
            json.add("date", transaction.date.description)
            json.add("posted", transaction.posted?.description)
            json.add("text", transaction.text)
            json.add("merchant", transaction.merchant)
            json.add("type", transaction.type.rawValue)
            json.addIfPresent(
                "previousAmount", raw: transaction.previousAmount.map(JSONText.quoted))
        }
    }

    private static func text(_ item: NoticeItem) -> String {
        JSONText.object { json in
            json.add("rule", raw: text(item.rule))
            json.add("account", raw: item.account.map(text))
            json.add("value", raw: item.value.map(text))
            json.add("transaction", raw: item.transaction.map(text))
            json.add("title", item.title)
            json.addIfPresent("since", raw: item.since.map(text))
        }
    }
}
