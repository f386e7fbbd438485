import Foundation
import GRDB

/// The orders of texts that Foundation's sort descriptors have on Linux, as collations.
enum TextOrder: String, CaseIterable {
    /// As Swift compares strings; what a sort descriptor does unless told otherwise.
    case plain = "swiftCompare"
    /// Foundation's own comparator without a locale.
    case lexical = "foundationLexical"

    /// Teaches a connection those that it does not know by itself.
    static func register(in database: Database) {
        database.add(
            collation: DatabaseCollation(lexical.rawValue) {
                String.StandardComparator.lexical.compare($0, $1)
            })
    }
}
