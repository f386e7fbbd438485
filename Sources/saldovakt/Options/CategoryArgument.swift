import ArgumentParser
import Finance
import Rules

/// A merchant category on the command line, as rules write it: `groceries` or `5411`.
struct CategoryArgument: ExpressibleByArgument, Sendable {
    /// The merchant codes that belong to it.
    let codes: [ClosedRange<Int16>]

    /// Reads the name of a group, also by its first word, or four digits.
    init?(argument: String) {
        if argument.count == 4, let code = MerchantCategoryCode(argument) {
            codes = [code.rawValue...code.rawValue]
            return
        }
        let name = argument.lowercased()
        let group = MerchantCategory.allCases.first {
            $0.rawValue == name || $0.rawValue.prefix { $0 != " " } == name
        }
        guard let group else { return nil }
        codes = group.codes
    }

    /// The names of the groups, in one word each.
    static var allValueStrings: [String] {
        MerchantCategory.allCases.map { String($0.rawValue.prefix { $0 != " " }) }
    }
}
