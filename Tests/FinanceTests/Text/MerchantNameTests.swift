import Finance
import Testing

@Suite("Merchant names")
struct MerchantNameTests {
    @Test(
        "are found under card, day, amount and rate",
        arguments: [
            ("*0000 06.03 NOK 187.00 FJORDBY TAXI AS Kurs: 1.0000", "fjordby taxi as"),
            ("*0000 06.03 Nok 187.00 FJORDBY TAXI AS Kurs: 1.0000", "fjordby taxi as"),
            ("*0000 05.03 USD 30.00 EXAMPLE HOSTING INC Kurs: 10.6250", "example hosting"),
            ("USD 30.00 EXAMPLE HOSTING INC Kurs: 10.6250", "example hosting"),
            ("06.03 MATBUTIKKEN FJORDBY TORGGATA 1", "matbutikken fjo"),
            ("KAFFEHJORNET AS", "kaffehjornet as"), ("Til: Ola Testesen", "til: ola testes"),
            ("MESTER GRøNN 20", "mester grønn 20"), ("Kurs: 1.0000", "kurs: 1.0000"),
            ("06.03", "06.03"), ("*0000", "*0000"), ("Dato 06.03", "dato 06.03"),
            ("KIWI Dato 06.03 kl. 08.01", "kiwi"), ("KIWI Dato kl. 08.01", "kiwi dato kl. 0"),
            ("", ""), ("   ", ""), ("ABC 12 BAR", "bar"),
            ("KIWI 505 STORGATA", "kiwi 505 storga"), ("*00001 X", "*00001 x"),
        ])
    func keys(text: String, key: String) {
        #expect(MerchantName(text).key.text == key)
    }

    @Test(
        "agree when equal or cut off",
        arguments: [
            (
                "PUMPESTASJON 44", "*0000 06.03 NOK 612.35 PUMPESTASJON 44 FJORDBY Kurs: 1.0000",
                true
            ),
            ("EXAMPLE HOSTING", "EXAMPLE HOSTING INC", true), ("KIWI", "KIWI 505 STORGATA", true),
            ("KIWI", "REMA 1000", false), ("ABC", "ABC BAR", false), ("ABC", "abc", true),
            ("", "", false), ("", "KIWI", false), ("FJORDBY TAXI A", "FJORDBY TAXI AS", true),
            ("MESTER GRøNN 20", "MESTER GRØNN 2012", true),
        ])
    func agreement(left: String, right: String, isSame: Bool) {
        #expect(MerchantName(left).agrees(with: MerchantName(right)) == isSame)
        #expect(MerchantName(right).agrees(with: MerchantName(left)) == isSame)
    }

    @Test("the bank's own name for the merchant comes first")
    func named() {
        #expect(MerchantName(merchant: "KIWI", text: "REMA").key.text == "kiwi")
        #expect(MerchantName(merchant: " ", text: "REMA").key.text == "rema")
        #expect(MerchantName(merchant: nil, text: nil).key.isEmpty)
    }

    @Test(
        "of rows agree without what a bank puts around them while they are reserved",
        arguments: [
            ("Varekjøp REMA 1000 TORGET", "REMA 1000 TORGET", true),
            ("POS PURCHASE REMA 1000 TORGET", "REMA 1000 TORGET", true),
            ("Visa Varekjøp KIWI", "KIWI", true),
            (
                "Varekjøp PUMPESTASJON 44 Reservert transaksjon",
                "Visa 100044 Nok 612,35 Pumpestasjon 44 Oslo", true
            ),
            ("Varekjøp FJORDBY TAXI", "*0000 26.11 NOK 612.35 FJORDBY TAXI Kurs: 1.0000", true),
            ("NARVESEN", "Varekjøp NARVESEN Dato 12.11 kl. 08.01", true),
            ("Varekjøp KIWI DATO 12.11", "Varekjøp KIWI Dato 13.11 KL. 07.55", true),
            ("MOBELRINGEN", "MØBELRINGEN", true), ("BAERUM SPAR", "BÆRUM SPAR", true),
            ("Varekjøp KIWI", "Varekjøp REMA 1000", false), ("Visa", "KIWI", false),
        ])
    func rows(reserved: String, booked: String, isSame: Bool) {
        let (left, right) = (
            MerchantName(merchant: nil, text: reserved), MerchantName(merchant: nil, text: booked)
        )
        #expect(left.agrees(with: right) == isSame)
    }

    @Test(
        "are hidden by a bank's placeholder texts",
        arguments: [
            (nil, true), ("", true), (" ", true), ("VISA", true), ("Varekjøp", true),
            ("VAREKJØP VISA", true), ("Straksoverføring", true),
            ("Reservert transaksjon", true), ("Reservasjon", true), ("VISA CAFE", false),
            ("KIWI", false),
        ] as [(String?, Bool)])
    func hidden(text: String?, isHidden: Bool) {
        #expect(MerchantName.isHidden(in: text) == isHidden)
    }
}
