import Foundation
import TestSupport
import Testing

@testable import Finance

@Suite("Transactions and their parts")
struct TransactionTests {
    @Test(
        "amounts are positive with a direction, signed again on request",
        arguments: [
            ("-612.00", "612.00", CreditDebitIndicator.debit), ("28450.00", "28450.00", .credit),
            ("0", "0", .credit),
        ])
    func signs(amount: String, positive: String, side: CreditDebitIndicator) {
        let transaction = Make.transaction(Make.observation(amount, "2026-03-06"))
        #expect(transaction.transactionAmount == Make.money(positive))
        #expect(transaction.creditDebitIndicator == side)
        #expect(transaction.signedAmount == Make.money(amount))
    }

    @Test(
        "a bank's words give a kind only where they leave no doubt",
        arguments: [
            ("Lønn Fra: ACME AS", true, TransactionType.directDeposit),
            ("LØNN", true, .directDeposit), ("Lønn fra: ACME AS", false, .unknown),
            ("Lønnskonto", true, .unknown),
            ("Varekjøp ELKJOP Dato 26.08 kl. 08.01", false, .pointOfSale),
            ("Varekjøp ELKJOP", true, .refund), ("Visa varekjøp REMA 1000", false, .pointOfSale),
            ("Visa ELKJOP", false, .unknown), ("Minibankuttak OSLO", false, .atm),
            ("Minibankgebyr", false, .unknown), ("Gebyr varsling", false, .fee),
            ("Gebyrfri overførsel", false, .unknown), ("Overføring husleie", false, .unknown),
            ("KIOSK", false, .unknown), ("", false, .unknown),
            ("Straksoverføring Til: Ola", false, .unknown), ("Korreksjon", false, .unknown),
            ("Overføring mellom egne kontoer", false, .transfer),
        ])
    func wording(text: String, isCredit: Bool, type: TransactionType) {
        #expect(BankWording.type(text: text, isCredit: isCredit) == type)
    }

    @Test("the bank's own word for the kind counts before the text")
    func kindWord() {
        let kind = { BankWording.type(kind: $0, text: "Varekjøp KIOSK", isCredit: false) }
        #expect(kind("OVFNETTB") == .transfer)
        // To somebody else, so it counts as spent.
        #expect(kind("Overføring") == .unknown)
        #expect(kind("Minibank") == .atm)
        #expect(kind("Kort") == .pointOfSale)
        #expect(kind(nil) == .pointOfSale)
    }

    @Test("the smallest amount is read without a crash")
    func smallest() {
        var row = Make.observation("-1", "2026-03-06")
        row.amount = Money(minorUnits: .min, currency: .nok)
        #expect(Make.transaction(row).transactionAmount.minorUnits == .max)
        var odd = Make.transaction(row)
        odd.transactionAmount = Money(minorUnits: .min, currency: .nok)
        #expect(odd.signedAmount.minorUnits == .min)
    }

    @Test("the friendly text is the merchant, else the other side, else the bank's text")
    func friendly() {
        var row = Make.observation("-1", "2026-03-06", text: nil)
        #expect(row.friendlyText == "")
        row.text = "TEXT"
        #expect(Make.transaction(row).transactionDescription == "TEXT")
        row.counterparty = Counterparty(name: "Ola")
        #expect(Make.transaction(row).transactionDescription == "Ola")
        row.merchantName = "KIWI"
        #expect(Make.transaction(row).transactionDescription == "KIWI")
        #expect(Make.transaction(row).originalTransactionDescription == "TEXT")
    }

    @Test(
        "category codes are one to four plain digits",
        arguments: [
            ("5411", "5411"), ("742", "0742"), ("0", "0000"), ("9999", "9999"), ("", nil),
            ("10000", nil), ("-1", nil), ("+541", nil), ("5 11", nil), ("abcd", nil), ("٥٤", nil),
        ] as [(String, String?)])
    func categories(text: String, expected: String?) {
        #expect(MerchantCategoryCode(text)?.description == expected)
    }

    @Test("category codes are four digits in JSON and refused outside")
    func categoryJSON() throws {
        let code = try #require(MerchantCategoryCode("742"))
        #expect(try JSONEncoder().encode([code]) == Data(#"["0742"]"#.utf8))
        #expect(MerchantCategoryCode(rawValue: -1) == nil)
        #expect(MerchantCategoryCode(rawValue: 10_000) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([MerchantCategoryCode].self, from: Data(#"["x"]"#.utf8))
        }
    }

    @Test("pending and authorized rows are reservations", arguments: TransactionStatus.allCases)
    func reservations(status: TransactionStatus) {
        #expect(status.isReservation == [.pending, .authorized].contains(status))
    }

    @Test("an observation survives JSON")
    func codable() throws {
        var row = Make.observation(
            "-318.75", "2026-03-05", posted: "2026-03-09", id: "7", mcc: "4816", merchant: "HOST",
            foreign: ForeignAmount(amount: Make.money("30", "USD"), exchangeRate: "10.6250"))
        row.counterparty = Counterparty(name: "Ola", account: AccountNumber("99990000001"))
        let data = try JSONEncoder().encode(row)
        #expect(try JSONDecoder().decode(TransactionObservation.self, from: data) == row)
    }
}
