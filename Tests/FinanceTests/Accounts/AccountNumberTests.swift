import Finance
import Foundation
import Testing

@Suite("Account numbers")
struct AccountNumberTests {
    @Test(
        "show four characters at most and hide half at least",
        arguments: [
            ("99990000001", "•••• •• •0001", "9999 00 00001"), ("", "", ""), ("7", "•", "7"),
            ("1234", "••34", "1234"), ("12345678", "••••5678", "12345678"),
            ("9999.00.00001", "•••••••••0001", "9999.00.00001"),
            ("SAVINGS-555", "•••••••-555", "SAVINGS-555"),
            ("GB29NWBK601", "•••••••K601", "GB29NWBK601"),
        ])
    func masking(digits: String, masked: String, grouped: String) {
        let number = AccountNumber(digits)
        #expect(number.masked == masked)
        #expect(number.description == masked)
        #expect("\(number)" == masked)
        #expect(number.grouped == grouped)
    }

    @Test("keep every digit in JSON")
    func codable() throws {
        let data = try JSONEncoder().encode([AccountNumber("99990000001")])
        #expect(data == Data(#"["99990000001"]"#.utf8))
        #expect(
            try JSONDecoder().decode([AccountNumber].self, from: data)
                == [AccountNumber("99990000001")])
    }
}
