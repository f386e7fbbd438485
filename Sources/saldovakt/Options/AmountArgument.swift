import ArgumentParser
import Finance

/// An amount on the command line, as rules write it: `500`, `99,50`, `500 USD`, `500kr`.
struct AmountArgument: ExpressibleByArgument, Sendable {
    /// The amount, zero or more; kroner unless said otherwise.
    let money: Money

    /// Reads the text; anything else, a sign included, is a mistake in the arguments.
    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.uppercased()
        guard let currency = unit.isEmpty || unit == "KR" ? .nok : Currency(code: unit),
            let money = try? Money(
                parsing: String(digits.replacing(",", with: ".")), currency: currency)
        else { return nil }
        self.money = money
    }
}
