import Finance
import TestSupport
import Testing

@testable import Banks

@Suite("Texts of bookings", .io)
struct BookedTextTests {
    @Test(
        "day, amount and rate are found in the forms the bank used",
        arguments: [
            ("*0000 05.03 USD 30.00 EXAMPLE INC Kurs: 10.6250", "5.3", "30.00 USD", "10.6250"),
            ("*0000 06.03 Nok 187.00 TAXI Kurs: 1.0000", "6.3", "187.00 NOK", "1.0000"),
            ("EUR 9.99 SHOP Kurs: 11", nil, "9.99 EUR", "11"),
            ("*0000 06.03 JPY 1500.00 X Kurs: 0.07", "6.3", "1500 JPY", "0.07"),
            ("06.03 MATBUTIKKEN FJORDBY", "6.3", nil, nil),
            ("Varekjøp NARVESEN Dato 06.03 kl. 08.01", "6.3", nil, nil),
            ("NARVESEN DATO 06.03", "6.3", nil, nil), ("NARVESEN Dato 06.13", nil, nil, nil),
            ("NARVESEN 06.03 kl. 08.01", nil, nil, nil), ("Dato", nil, nil, nil),
            ("KORREKSJON 06.03 MATBUTIKKEN", "6.3", nil, nil), ("KORREKSJON", nil, nil, nil),
            ("06.03 RESERVE BUTIKK", "6.3", nil, nil), ("", nil, nil, nil),
            ("06.13 X", nil, nil, nil), ("32.01 X", nil, nil, nil), ("6.3 X", nil, nil, nil),
            ("*000 06.03 X", nil, nil, nil), ("Kurs: 1", nil, nil, nil),
            ("*0000 06.03 USD x EXAMPLE Kurs: y", "6.3", nil, nil),
            ("*0000 06.03 USD 30.005 EXAMPLE Kurs: 1e9", "6.3", nil, nil),
        ] as [(String, String?, String?, String?)])
    func reading(text: String, day: String?, amount: String?, rate: String?) {
        let read = BookedText(text)
        let found = read.dayOfMonth.flatMap { day in read.month.map { "\(day).\($0)" } }
        #expect(found == day)
        #expect(read.amount?.description == amount)
        #expect(read.rate == rate)
    }

    @Test(
        "the other side's name is found after Til and Fra",
        arguments: [
            ("Til: Ola Testesen", "Ola Testesen"), ("Fra: Kari Testesen", "Kari Testesen"),
            ("Til: Berntsen Anders Ca Betalt: 05.03.26", "Berntsen Anders Ca"),
            ("Nettgiro til: Fjordby Kraft Betalt: 05.03.26", "Fjordby Kraft"),
            ("Nettgiro fra: Ola Testesen 05.03.26", "Ola Testesen"),
            ("Lønn fra: Eksempelbedriften AS", "Eksempelbedriften AS"),
            ("FRA:  KARI", "KARI"), ("Nettgiro", nil), ("Til:", nil), ("Fra: 05.03.26", nil),
            ("Til: Betalt: 05.03.26", nil), ("", nil), ("Gave til: en til: Ola", "en til: Ola"),
            ("Husk til mor", nil), ("En to til: tre", nil),
        ] as [(String, String?)])
    func counterparty(text: String, name: String?) {
        #expect(CounterpartyText.name(in: text) == name)
    }
}
