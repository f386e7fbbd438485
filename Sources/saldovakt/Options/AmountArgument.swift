import ArgumentParser
import Finance

/// An amount on the command line, as rules write it or as tables print it: `500`, `1 000,50 kr`,
/// `500 USD`.
struct AmountArgument: ExpressibleByArgument, Sendable {
    /// The amount without sign; kroner unless said otherwise.
    let money: Money

    /// Reads the text; `1,000`, which may be a thousand or one, is a mistake in the arguments.
    init?(argument: String) {
        // The sign of a printed amount tells the direction, which filters do not look at.
        let scalars = Array(argument.unicodeScalars.drop { $0 == "\u{2212}" })
        guard let written = WrittenNumber(startOf: scalars[...]),
            case .number(let number) = written.value
        else { return nil }
        let rest = String(String.UnicodeScalarView(scalars[written.length...]))
        let unit = rest.drop(while: \.isWhitespace).uppercased()
        guard let currency = unit.isEmpty || unit == "KR" ? .nok : Currency(code: unit),
            let minorUnits = number.scaled(to: currency.minorUnitDigits)
        else { return nil }
        money = Money(minorUnits: minorUnits, currency: currency)
    }
}
