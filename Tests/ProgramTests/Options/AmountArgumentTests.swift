import Finance
import TestSupport
import Testing

@testable import saldovakt

@Suite("Amounts and categories on the command line")
struct AmountArgumentTests {
    @Test(
        "are read exactly, with or without a currency",
        arguments: [
            ("500", "500.00", "NOK"), ("99,50", "99.50", "NOK"), ("99.5", "99.50", "NOK"),
            ("500 kr", "500.00", "NOK"), ("500USD", "500.00", "USD"), ("0", "0.00", "NOK"),
            ("1 000", "1000.00", "NOK"), ("1\u{A0}249,00\u{A0}kr", "1249.00", "NOK"),
            ("\u{2212}612,35 kr", "612.35", "NOK"), ("1000.50", "1000.50", "NOK"),
        ])
    func amounts(text: String, amount: String, currency: String) {
        #expect(AmountArgument(argument: text)?.money == Make.money(amount, currency))
    }

    @Test(
        "are refused otherwise",
        arguments: [
            "", "-5", "1.005", "5 kroner", "1,000.00", "1e3", "x", "1,000", "1.000", "1 00",
        ])
    func refused(text: String) {
        #expect(AmountArgument(argument: text) == nil)
    }

    @Test("categories have names and codes")
    func categories() {
        #expect(CategoryArgument(argument: "Groceries")?.codes.contains(5411...5411) == true)
        #expect(CategoryArgument(argument: "bars")?.codes.contains(5813...5813) == true)
        #expect(CategoryArgument(argument: "bars and alcohol") != nil)
        #expect(CategoryArgument(argument: "5732")?.codes == [5732...5732])
        #expect(CategoryArgument(argument: "541") == nil)
        for name in CategoryArgument.allValueStrings {
            #expect(CategoryArgument(argument: name) != nil)
        }
    }
}
