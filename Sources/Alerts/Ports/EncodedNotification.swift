public import Foundation

/// An entry of the outbox on its way out: what a channel sends and what its result needs.
///
/// A notice goes to programs as it was published when it was decided, so a parcel from a store holds
/// those bytes and nobody reads them before they are sent; people's channels ask for the notice.
public struct EncodedNotification: Sendable {
    private enum Content: Sendable {
        case notice(AlertNotification)
        case published([UInt8])
    }

    /// The channel's name.
    public let channel: String
    /// The notice's identifier.
    public let noticeID: String
    /// When it was decided.
    public let createdAt: Date
    /// How many attempts were begun, the present one included.
    public let attempts: Int
    /// For how long it was tried in vain before this attempt, in milliseconds.
    public let triedMilliseconds: Int
    /// How many of the attempts before this one the receiver refused, without a break.
    public let refusals: Int
    private let content: Content

    /// Takes over what a store keeps; `published` is what ``NoticeCoding`` wrote.
    public init(
        channel: String, noticeID: String, createdAt: Date, attempts: Int,
        triedMilliseconds: Int = 0, refusals: Int = 0, published: [UInt8]
    ) {
        self.channel = channel
        self.noticeID = noticeID
        self.createdAt = createdAt
        self.attempts = attempts
        self.triedMilliseconds = triedMilliseconds
        self.refusals = refusals
        content = .published(published)
    }

    /// Makes a parcel of an entry.
    public init(_ entry: OutboxEntry) {
        channel = entry.channel
        noticeID = entry.notice.id
        createdAt = entry.createdAt
        attempts = entry.attempts
        triedMilliseconds = entry.triedMilliseconds
        refusals = entry.refusals
        content = .notice(entry.notice)
    }

    /// The notice.
    ///
    /// - Throws: `DecodingError` if the stored bytes are none.
    public func notice() throws -> AlertNotification {
        switch content {
        case .notice(let notice): notice
        case .published(let bytes): try NotificationCoding.decode(Data(bytes))
        }
    }

    /// The notice as it is published, byte for byte.
    public var published: [UInt8] {
        switch content {
        case .notice(let notice): NotificationCoding.bytes(notice)
        case .published(let bytes): bytes
        }
    }
}
