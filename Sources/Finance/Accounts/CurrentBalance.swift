public import Foundation

/// What a bank reported as balance: one figure or both.
public enum CurrentBalance: Sendable, Hashable, Codable {
    /// Only the figure that counts pending transactions.
    case available(Balance)
    /// Only the figure of booked transactions.
    case booked(Balance)
    /// Both figures.
    case availableAndBooked(available: Balance, booked: Balance)

    /// The available figure, if there is one.
    public var available: Balance? {
        switch self {
        case .available(let balance): balance
        case .booked: nil
        case .availableAndBooked(let available, _): available
        }
    }

    /// The booked figure, if there is one.
    public var booked: Balance? {
        switch self {
        case .available: nil
        case .booked(let balance): balance
        case .availableAndBooked(_, let booked): booked
        }
    }

    /// When the figures were read.
    public var asOfDate: Date {
        switch self {
        case .available(let balance), .booked(let balance): balance.asOfDate
        case .availableAndBooked(_, let booked): booked.asOfDate
        }
    }
}
