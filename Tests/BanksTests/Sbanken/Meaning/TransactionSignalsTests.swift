import Finance
import TestSupport
import Testing

@testable import Banks

@Suite("The kind of a transaction", .io)
struct TransactionSignalsTests {
    @Test(
        "the bank's code decides",
        arguments: [
            (714, TransactionType.pointOfSale), (946, .pointOfSale), (710, .pointOfSale),
            (709, .pointOfSale), (943, .pointOfSale), (962, .transfer), (561, .transfer),
            (200, .transfer), (15, .transfer), (203, .billPayment), (204, .billPayment),
            (752, .interest), (751, .interest), (13, .directDeposit), (913, .directDeposit),
            (735, .standingOrder), (156, .directDebit), (933, .directDebit), (718, .atm),
            (922, .atm), (312, .fee), (313, .adjustment), (36, .loan), (9, .refund), (1, .deposit),
        ])
    func codes(code: Int, type: TransactionType) {
        #expect(signals(code: code, text: "x", isCredit: false).type == type)
        #expect(signals(code: code, labels: ["Lønn"], text: "Gebyr").type == type)
    }

    @Test(
        "without a known code the label decides, then card and reservation, then the text",
        arguments: [
            ("VISA VARE", "", TransactionType.pointOfSale), ("StraksOvf", "", .transfer),
            ("OVFNETTB", "Gebyr", .transfer), ("Vipps straksbet.", "", .transfer),
            ("KREDITRTE", "", .interest), ("LØNN", "", .directDeposit), ("STROF", "", .transfer),
            ("ukjent", "Nettgiro til: X", .billPayment), ("", "Nettgiro fra: X", .deposit),
            ("", "Straksoverføring", .transfer), ("", "Lønn fra: X", .directDeposit),
            ("", "noe annet", .unknown), ("", "", .unknown),
        ])
    func labels(label: String, text: String, type: TransactionType) {
        let labels = label.isEmpty ? [] : [label]
        #expect(signals(code: 99_999, labels: labels, text: text).type == type)
        #expect(signals(code: nil, labels: labels, text: text).type == type)
    }

    @Test("card details and reservation types help where code and label do not")
    func cards() {
        #expect(signals(code: nil, hasCard: true).type == .pointOfSale)
        #expect(signals(code: nil, reservationType: "VisaReservation").type == .pointOfSale)
        #expect(signals(code: nil, reservationType: "PurchaseReservation").type == .pointOfSale)
        #expect(signals(code: 946, reservationType: "AtmReservation").type == .atm)
        #expect(signals(code: nil, reservationType: "NotReservation").type == .unknown)
    }

    @Test("cash is cash whatever the card row says", arguments: ["6010", "6011"])
    func cash(category: String) {
        #expect(signals(code: 714, category: category, hasCard: true).type == .atm)
    }

    @Test("money that comes in is no purchase and no bill")
    func credits() {
        #expect(signals(code: 714, isCredit: true).type == .refund)
        #expect(signals(code: 203, isCredit: true).type == .deposit)
        #expect(signals(code: 561, isCredit: true).type == .transfer)
        #expect(signals(code: 752, isCredit: true).type == .interest)
    }

    @Test("own transfers are told by text or label in any letter case")
    func ownTransfers() {
        #expect(signals(code: 200, text: "Overføring mellom egne kontoer").isOwnTransfer)
        #expect(signals(code: nil, text: "OVERFØRING MELLOM EGNE KONTOER").isOwnTransfer)
        #expect(signals(code: 200, labels: ["OVFNETTB"]).isOwnTransfer)
        #expect(!signals(code: 561, text: "Til: Ola Testesen").isOwnTransfer)
    }

    private func signals(
        code: Int?, labels: [String] = [], text: String = "", category: String? = nil,
        reservationType: String? = nil, hasCard: Bool = false, isCredit: Bool = false
    ) -> TransactionSignals {
        TransactionSignals(
            reservationType: reservationType, code: code, labels: labels.map { FoldedText($0) },
            text: FoldedText(text), category: category.flatMap { MerchantCategoryCode($0) },
            hasCard: hasCard, isCredit: isCredit)
    }
}
