/// Why a figure could not become an exact amount.
public enum MoneyError: Error, Sendable, Equatable {
    /// The text is no decimal number such as `-104.52` or `1e2`.
    case notANumber(text: String)
    /// The number has more decimals than the currency: `999.999` kroner.
    case tooPrecise(text: String, currency: Currency)
    /// The amount does not fit into 64 bits of minor units.
    case overflow
    /// Two currencies met in one sum or comparison.
    case mixedCurrencies(Currency, Currency)
}
