import Foundation

/// A notice that wants to be told, with everything in it.
struct Message: Sendable {
    /// The notice.
    var notice: Notice
    /// The alert it is about; of several the first.
    let key: AlertKey
    /// The channels it is bound to; `nil` is all of the rule.
    var channels: [String]?
    /// Every alert it is about.
    var keys: [AlertKey]

    init(_ notice: Notice, _ key: AlertKey, channels: [String]? = nil, keys: [AlertKey]? = nil) {
        self.notice = notice
        self.key = key
        self.channels = channels
        self.keys = keys ?? [key]
    }

    /// A held notice that may go out now; it says since when it is so.
    init(_ held: HeldNotice, at now: Date) {
        var data = held.notice.data
        data.since = data.since ?? held.notice.timestamp
        let notice = Notice(
            type: held.notice.type, id: held.notice.id, timestamp: now, data: data)
        self.init(notice, held.alertKey, channels: held.channels)
    }

    /// Whether it was true when first looked at, so that it is told with others like it (D4).
    var isFirstLook: Bool { notice.type == .fired && notice.data.alreadySo }

    /// Whether limits count it.
    var isFirst: Bool { notice.type.isFirst }
}
