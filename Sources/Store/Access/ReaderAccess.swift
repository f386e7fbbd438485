public import Finance
public import Foundation

/// A reader with what it may see now.
public struct ReaderAccess: Sendable, Hashable {
    public let reader: ReaderName
    public let status: AuthorizationStatus
    /// The accounts that it may see; none unless it is authorized.
    public var accounts: [AccountAccess]
}

/// What a reader may see of one account.
public struct AccountAccess: Sendable, Hashable {
    public let accountID: UUID
    /// The first day whose transactions and balances may be seen; `nil` for all.
    ///
    /// A transaction counts by the day it happened: the late posting of an older purchase stays
    /// hidden. A balance counts by the day, in the zone of its bank, on which it was read.
    public let earliest: CalendarDay?

    public init(accountID: UUID, earliest: CalendarDay? = nil) {
        self.accountID = accountID
        self.earliest = earliest
    }
}

/// The name under which a program is given access, such as `budget-app`.
public struct ReaderName: Sendable, Hashable, Codable, CustomStringConvertible {
    /// 1 to 64 letters a–z, digits, `-`, `_` and `.`.
    public let text: String

    /// Takes a name as it is written.
    ///
    /// - Throws: ``FinanceError/readerNameInvalid(_:)``.
    public init(_ text: String) throws(FinanceError) {
        let allowed = text.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || [45, 46, 95].contains($0)
        }
        guard (1...64).contains(text.utf8.count), allowed else {
            throw .readerNameInvalid(text)
        }
        self.text = text
    }

    public var description: String { text }
}

/// What the owner has decided about a reader.
public enum AuthorizationStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing yet.
    case notDetermined
    /// No access, or not any more.
    case denied
    /// Access to at least one account.
    case authorized
}
