import Finance
import Foundation
import GRDB

/// Values of Swift as the database holds them.
enum ConstantValue {
    /// The value to compare with a column of that kind.
    ///
    /// - Throws: ``Untranslatable`` for a value of another kind.
    static func stored(_ value: Any, as kind: SQLScalar.Kind) throws -> DatabaseValue {
        guard let value = unwrapped(value) else { return .null }
        let found: DatabaseValue? =
            switch kind {
            case .integer: integer(value)
            case .boolean: (value as? Bool)?.databaseValue
            case .text: (value as? String)?.databaseValue
            case .identifier: (value as? UUID)?.databaseValue
            case .day: (value as? CalendarDay)?.dayNumber.databaseValue
            case .instant: (value as? Date).flatMap(milliseconds)
            case .word: word(value)
            case .currency: (value as? Currency)?.code.databaseValue
            case .category: (value as? MerchantCategoryCode)?.rawValue.databaseValue
            case .number: (value as? AccountNumber)?.digits.databaseValue
            }
        guard let found else { throw Untranslatable(part: "a value of type \(type(of: value))") }
        return found
    }

    /// The first millisecond whose instant satisfies a condition that, once true, stays true.
    ///
    /// An instant is a binary fraction, so "later than" must be asked of the instants that the
    /// milliseconds really become.
    static func firstMillisecond(near instant: Date, where isReached: (Date) -> Bool) -> Int64? {
        let about = (instant.timeIntervalSince1970 * 1_000).rounded()
        guard about.magnitude < 1e15, var candidate = Int64(exactly: about) else { return nil }
        while isReached(StoredInstant.date(milliseconds: candidate)) { candidate -= 1 }
        while !isReached(StoredInstant.date(milliseconds: candidate)) { candidate += 1 }
        return candidate
    }

    private static func milliseconds(_ instant: Date) -> DatabaseValue? {
        let stored = StoredInstant.milliseconds(instant)
        return StoredInstant.date(milliseconds: stored) == instant ? stored.databaseValue : nil
    }

    private static func integer(_ value: Any) -> DatabaseValue? {
        (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }?.databaseValue
    }

    private static func word(_ value: Any) -> DatabaseValue? {
        (value as? any RawRepresentable<String>)?.rawValue.databaseValue
    }
}
