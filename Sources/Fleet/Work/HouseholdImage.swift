package import Alerts
import Foundation
import Recording

/// The stored state of a household: a byte that names the format, then JSON.
package struct HouseholdImage: Codable, Sendable {
    static let fix = "remove the household and add it again, or restore a backup"
    private static let format: UInt8 = 1

    package var state = InMemoryState()
    /// When it was last changed.
    var clock: Date?
    var keys = RecentKeys()
}

extension HouseholdImage {
    /// Reads an image; the state of a new household for `nil`.
    package init(_ bytes: [UInt8]?) throws(HouseholdFault) {
        self.init()
        guard let bytes else { return }
        guard bytes.first == Self.format else {
            throw HouseholdFault(
                "the stored state has format \(bytes.first ?? 0), this program knows \(Self.format); update saldovakt"
            )
        }
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes.dropFirst())) } catch {
            throw HouseholdFault("the stored state can't be read; \(Self.fix)")
        }
    }

    /// - Throws: ``HouseholdFault`` if the state has what JSON can't hold, so that the stored one stays.
    func bytes() throws(HouseholdFault) -> [UInt8] {
        do { return try [Self.format] + JSONEncoder().encode(self) } catch {
            throw HouseholdFault("the new state can't be stored: \(error)")
        }
    }
}
