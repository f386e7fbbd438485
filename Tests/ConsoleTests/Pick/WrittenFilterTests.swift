import Finance
import Rules
import TestSupport
import Testing

@testable import Console

@Suite("Amounts and categories on the command line")
struct WrittenFilterTests {
    @Test(
        "are read exactly, with or without a currency",
        arguments: [
            ("500", "500.00", "NOK"), ("99,50", "99.50", "NOK"), ("99.5", "99.50", "NOK"),
            ("500 kr", "500.00", "NOK"), ("500USD", "500.00", "USD"), ("0", "0.00", "NOK"),
            ("1 000", "1000.00", "NOK"), ("1\u{A0}249,00\u{A0}kr", "1249.00", "NOK"),
            ("\u{2212}612,35 kr", "612.35", "NOK"), ("1000.50", "1000.50", "NOK"),
        ])
    func amounts(text: String, amount: String, currency: String) {
        #expect(Money(written: text) == Make.money(amount, currency))
    }

    @Test(
        "are refused otherwise",
        arguments: [
            "", "-5", "1.005", "5 kroner", "1,000.00", "1e3", "x", "1,000", "1.000", "1 00",
        ])
    func refused(text: String) {
        #expect(Money(written: text) == nil)
    }

    @Test("categories have names and codes")
    func categories() {
        #expect(MerchantCategory.codes("Groceries")?.contains(5411...5411) == true)
        #expect(MerchantCategory.codes("bars")?.contains(5813...5813) == true)
        #expect(MerchantCategory.codes("bars and alcohol") != nil)
        #expect(MerchantCategory.codes("5732") == [5732...5732])
        #expect(MerchantCategory.codes("541") == nil)
        for name in MerchantCategory.firstWords {
            #expect(MerchantCategory.codes(name) != nil)
        }
    }
}
