import Recording
import TestSupport
import Testing

@Suite("A line that cannot be read")
struct MalformedLineTests {
    private func finding(_ text: String) -> String {
        do {
            _ = try SnapshotLineReader().line(Array(text.utf8), number: 17)
            return "read"
        } catch {
            let text = error.text(file: "march.ndjson")
            return String(text.prefix { $0 != "\n" })
        }
    }

    @Test(
        "is named with its number, its column, the reason and the value",
        arguments: [
            ("", "17:1: error: [json] not JSON: expected '{'"),
            ("[]", "17:1: error: [json] not JSON: expected '{'"),
            ("{}", "17: error: [line] neither a snapshot nor a transaction"),
            (#"{"a":1}"#, "17: error: [line] neither a snapshot nor a transaction"),
            (#"{"account":"a""#, "17:15: error: [json] not JSON: expected ',' or '}'"),
            (
                #"{"account":"a","amount":1,"date":"2026-03-06"} x"#,
                "17:48: error: [json] not JSON: expected the end of the line"
            ),
            (#"{"account":"a}"#, "17:15: error: [json] not JSON: expected '\"'"),
            (#"{"account" "a"}"#, "17:12: error: [json] not JSON: expected ':'"),
            (#"{account:1}"#, "17:2: error: [json] not JSON: expected a key in quotes"),
            (#"{"x":01,"account":"a"}"#, "17:6: error: [json] not JSON: expected a number"),
            (#"{"x":nul,"account":"a"}"#, "17:6: error: [json] not JSON: expected a value"),
            (
                #"{"account":"a","amount":999.999,"date":"2026-03-06"}"#,
                "17:25: error: [amount] 'amount' has more decimals than NOK: '999.999'"
            ),
            (
                #"{"account":"a","amount":1,"date":"0001-01-01"}"#,
                "17:34: error: [wrong-type] 'date' must be a day of the years 1900 to 2199"
            ),
            (
                #"{"account":"a","amount":1,"date":"2200-01-01"}"#,
                "17:34: error: [wrong-type] 'date' must be a day of the years 1900 to 2199"
            ),
            (
                #"{"observedAt":"9999-12-31T23:30:00Z","source":"b","outcome":"complete"}"#,
                "17:16: error: [wrong-type] 'observedAt' must be a moment of the years 1900 to 2199"
            ),
            (
                #"{"observedAt":"2026-03-06T09:00:00Z","source":"b","outcome":"complete","accounts":[{"id":"a"},{"id":"a"}]}"#,
                "17:1: error: [account-twice] an account is listed twice"
            ),
            (
                #"{"account":"å","amount":"12 kr","date":"2026-03-06"}"#,
                "17:26: error: [amount] 'amount' is no amount: '12 kr'"
            ),
            (
                #"{"account":"a","amount":true,"date":"2026-03-06"}"#,
                "17:25: error: [wrong-type] 'amount' must be an amount"
            ),
            (#"{"account":"a","amount":1}"#, "17:1: error: [missing-key] no 'date'"),
            (
                #"{"account":"a","amount":1,"amount":2,"date":"2026-03-06"}"#,
                "17:28: error: [duplicate-key] the key occurs twice: 'amount'"
            ),
            (
                #"{"account":"a","amount":1,"date":"2026-02-30"}"#,
                "17:35: error: [day] 'date' is not a day: '2026-02-30'"
            ),
            (
                #"{"account":"a","amount":1,"date":"2026-03-06","time":"2026-03-06T09:00:00"}"#,
                "17:55: error: [time] 'time' is not a moment: '2026-03-06T09:00:00'"
            ),
            (
                #"{"account":"a","amount":1,"date":"2026-03-06","currency":"kr"}"#,
                "17:59: error: [currency] not a currency: 'kr'"
            ),
            (
                #"{"account":"a","amount":1,"date":"2026-03-06","mcc":"54111"}"#,
                "17:54: error: [mcc] not a merchant category: '54111'"
            ),
            (
                #"{"account":"a","amount":1,"date":"2026-03-06","mcc":"541"}"#,
                "17:54: error: [mcc] not a merchant category: '541'"
            ),
            (
                #"{"account":"a","amount":1,"date":"01018030043"}"#,
                "17:35: error: [day] 'date' is not a day: '010180*****'"
            ),
            (
                #"{"account":"a","amount":1,"date":"2026-03-06","status":"Booked"}"#,
                "17:57: error: [unknown-value] unknown status: 'Booked'"
            ),
            (
                #"{"observedAt":"2026-03-06T09:00:00Z","source":"s"}"#,
                "17:1: error: [missing-key] no 'outcome'"
            ),
            (
                #"{"observedAt":"2026-03-06T09:00:00Z","source":"s","outcome":"failed"}"#,
                "17:1: error: [missing-key] no 'error'"
            ),
            (
                #"{"observedAt":"2026-03-06T25:00:00Z","source":"s","outcome":"complete"}"#,
                "17:16: error: [time] 'observedAt' is not a moment: '2026-03-06T25:00:00Z'"
            ),
            (
                #"{"account":"a","foreign":{"amount":"1","currency":"USD","rate":"~0.62"}}"#,
                "17:64: error: [wrong-type] 'rate' must be a decimal number"
            ),
            (
                #"{"outcome":"complete","accounts":{}}"#,
                "17:34: error: [wrong-type] 'accounts' must be a list"
            ),
            (
                #"{"outcome":"complete","accounts":[{"name":"a"}]}"#,
                "17:35: error: [missing-key] no 'id'"
            ),
        ])
    func faults(line: String, expected: String) {
        #expect(finding(line) == "march.ndjson:" + expected)
    }

    @Test("shows a hostile value short and without control characters")
    func hostileValues() {
        let hostile = String(repeating: "\u{202E}x", count: 1_000)
        let text = finding(#"{"account":"a","amount":1,"date":"\#(hostile)"}"#)
        #expect(text.count < 160)
        #expect(!text.unicodeScalars.contains("\u{202E}"))
    }

    @Test("is refused when its bytes are not UTF-8 or its brackets go too deep")
    func bytesAndDepth() {
        let bytes = Array(#"{"account":""#.utf8) + [0xE5] + Array(#""}"#.utf8)
        let error = #expect(throws: RecordingError.self) {
            try SnapshotLineReader().line(bytes, number: 1)
        }
        #expect(error?.fault.code == "utf8")
        let deep = #"{"x":"# + String(repeating: "[", count: 100_000)
        #expect(finding(deep) == "march.ndjson:17:70: error: [json] nested too deeply")
    }

    @Test(
        "is refused when something else in it is not UTF-8",
        arguments: [
            (
                #"{"observedAt":"2026-03-06T09:00:00Z","source":"s","outcome":"complete","x":"B@"}"#,
                77
            ),
            (
                #"{"observedAt":"2026-03-06T09:00:00Z","source":"s","outcome":"complete","B@":1}"#,
                73
            ),
            (#"{"account":"å","amount":"-1.00","date":"2026-03-06","x":[{"y":"B@"}]}"#, 64),
        ])
    func bytesElsewhere(line: String, column: Int) {
        let bytes = line.utf8.map { $0 == UInt8(ascii: "@") ? 0xF8 : $0 }
        let error = #expect(throws: RecordingError.self) {
            try SnapshotLineReader().line(bytes, number: 17)
        }
        #expect(error?.fault.code == "utf8" && error?.column == column)
        #expect(error?.fault.fix.contains("iconv") == true)
    }

    @Test("never brings the reader down, wherever it is cut")
    func everyCut() {
        for line in [Examples.complete, Examples.details] {
            let bytes = Array(line.utf8)
            for length in 0..<bytes.count {
                #expect(throws: RecordingError.self) {
                    try SnapshotLineReader().line(Array(bytes.prefix(length)), number: 1)
                }
            }
        }
    }

    @Test("never brings the reader down, whatever byte is in it")
    func everyByte() {
        let bytes = Array(Examples.details.utf8)
        for index in bytes.indices {
            for byte in [UInt8(0), 0x0A, 0x22, 0x5C, 0x7D, 0x2D, 0x80, 0xFF] {
                var changed = bytes
                changed[index] = byte
                _ = try? SnapshotLineReader().line(changed, number: 1)
            }
        }
    }

    @Test("that is fed is of no day to come, has no row of another account, and its key is a text")
    func fed() throws {
        let now = Make.instant("2026-03-06T09:00:00Z")
        func line(at time: String = "2026-03-06T09:00:00Z", rowOf account: String = "a1") -> [UInt8]
        {
            Array(
                """
                {"household":"c-1","key":7,"observedAt":"\(time)","source":"core","outcome":"partial",
                "accounts":[{"id":"a1"}],"transactions":[{"account":"\(account)","id":"1",
                "amount":"-5.00","date":"2026-03-06","text":"KIOSK"}]}
                """.replacing("\n", with: "").utf8)
        }
        let reader = SnapshotLineReader()
        _ = try reader.fed(line(), number: 1, at: now)
        _ = try reader.fed(line(at: "2026-03-07T08:59:59Z"), number: 1, at: now)
        for wrong in [line(at: "2026-03-07T09:00:00Z"), line(rowOf: "a2")] {
            #expect(throws: RecordingError.self) { try reader.fed(wrong, number: 1, at: now) }
        }
        #expect(throws: RecordingError.self) { try reader.address(line(), number: 1) }
        let person = line(rowOf: "15038010287")
        let error = #expect(throws: RecordingError.self) {
            try reader.fed(person, number: 1, at: now)
        }
        #expect(error?.text(file: "-").contains("150380*****") == true)
        #expect(error?.text(file: "-").contains("15038010287") == false)
    }

    @Test(
        "with too many decimals is shown an amount of its own currency",
        arguments: [
            ("JPY", "-187"), ("NOK", "-187.00"), ("KWD", "-187.000"),
        ])
    func decimals(currency: String, example: String) {
        let text =
            #"{"account":"a","amount":"1.2345","currency":"\#(currency)","date":"2026-03-06"}"#
        let error = #expect(throws: RecordingError.self) {
            try SnapshotLineReader().line(Array(text.utf8), number: 1)
        }
        #expect(error?.fault.fix.hasSuffix("such as \"\(example)\"") == true)
    }

    @Test(
        "names its household and itself in composed letters, so that what is equal has equal bytes",
        arguments: [
            ("e\u{301}", false), ("A\u{30A}-2", false), ("\u{212B}", false), ("\u{E9}", true),
            ("\u{C5}-2 \u{D55C} \u{1F600}", true),
        ])
    func composed(_ text: String, isTaken: Bool) {
        for line in [#"{"household":"\#(text)"}"#, #"{"household":"c-1","key":"\#(text)"}"#] {
            let read = Result { () throws(RecordingError) in
                try SnapshotLineReader().address(Array(line.utf8), number: 1)
            }
            switch read {
            case .success: #expect(isTaken)
            case .failure(let error): #expect(!isTaken && error.fault.code == "nfc")
            }
        }
    }

    @Test(
        "names its household and itself in texts that every store can keep",
        arguments: ["a\\u0000b", "a\\nb", "", String(repeating: "k", count: 201)])
    func address(_ text: String) throws {
        for line in [#"{"household":"\#(text)"}"#, #"{"household":"c-1","key":"\#(text)"}"#] {
            #expect(throws: RecordingError.self) {
                try SnapshotLineReader().address(Array(line.utf8), number: 1)
            }
        }
    }
}
