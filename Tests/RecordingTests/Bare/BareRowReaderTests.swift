import Finance
import Recording
import TestSupport
import Testing

@Suite("Reading bare transactions into numbers")
struct BareRowReaderTests {
    private static let usual = [
        #"{"account":"Brukskonto","amount":"-12.50","date":"2026-03-06","text":"KIOSK"}"#,
        #"{"account": "a1", "amount": "900.00", "date": "2026-03-06", "text": "BUTIKK 0001", "type": "pointOfSale"}"#,
        #" {"date":"2026-02-28" , "text":"Kafé Ø","amount":-3,"account":"Sparekonto æøå"} "#,
        #"{"account":"a","amount":"1.5","currency":"KWD","date":"2026-03-06","status":"pending"}"#,
        #"{"account":"a","amount":"-1","date":"2026-03-06","mcc":"5411","merchant":"KIWI","text":""}"#,
        #"{"account":"a","amount":"-1","date":"2026-03-06","time":"2026-03-06T23:30:00+01:00"}"#,
        #"{"account":"","amount":"-0.00","date":"2024-02-29","text":"12345678"}"#,
        #"{"account":"a","amount":"-1","date":"2026-03-06","text":"a text of more than sixteen bytes, å"}"#,
    ]

    /// Lines that must be looked at more closely, and some that can't be read at all.
    private static let unusual = [
        "", "{}", "[]", #"{"account":"a","amount":"1.00"}"#, #"{"account":"a","amount":"1.00","#,
        #"{"account":"a","amount":"1.00","date":"2026-02-30"}"#,
        #"{"account":"a","amount":"1.005","date":"2026-02-03"}"#,
        #"{"account":"a","amount":1e2,"date":"2026-02-03"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","text":"a\"b"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","text":"a\\"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","text":null}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","text":"a","text":"b"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","other":{"text":1}}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","type":"gift"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","status":"done"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","currency":"kr"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","mcc":"food"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03","time":"yesterday"}"#,
        #"{"account":"a","amount":"1.00","date":"2026-02-03"} x"#,
        #"{"observedAt":"2026-03-06T09:05:00Z","source":"x","outcome":"failed","error":"unreachable"}"#,
    ]

    /// What both readers make of a line; `nil` for one that the quick one leaves alone.
    private func quick(_ bytes: [UInt8], _ reader: inout BareRowReader) -> BareTransactionLine? {
        bytes.withUnsafeBufferPointer { reader.row($0) }.map { reader.line(of: $0) }
    }

    private func slow(_ bytes: [UInt8]) -> RecordingLine? {
        try? SnapshotLineReader().line(bytes, number: 1)
    }

    @Test("lines in the usual form are read as the other reader reads them", arguments: usual)
    func readsUsual(_ line: String) {
        var reader = BareRowReader()
        for _ in 0..<2 {
            let found = quick(Array(line.utf8), &reader)
            #expect(found != nil)
            #expect(found.map { .transaction($0) } == slow(Array(line.utf8)))
        }
    }

    @Test("other lines are left to the other reader", arguments: unusual)
    func leavesUnusual(_ line: String) {
        var reader = BareRowReader()
        #expect(quick(Array(line.utf8), &reader) == nil)
    }

    @Test("a line with any byte changed is read the same or left alone", arguments: 0..<UInt64(40))
    func mutated(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var reader = BareRowReader()
        let signs = Array(#"{}[]",:\ "#.utf8) + [0, 9, 31, 48, 101, 0x80, 0xC3, 0xA6, 0xFF]
        for line in Self.usual + Self.unusual.filter({ !$0.isEmpty }) {
            var bytes = Array(line.utf8)
            for _ in 0..<40 {
                let place = Int.random(in: bytes.indices, using: &random)
                let sign = signs[Int.random(in: signs.indices, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = sign
                case 1: bytes.insert(sign, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
                guard let found = quick(bytes, &reader) else {
                    if random.happens(300) { bytes = Array(line.utf8) }
                    continue
                }
                #expect(
                    slow(bytes) == .transaction(found), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test("rows made from lines have the numbers of rows read from bytes")
    func mixed() throws {
        var reader = BareRowReader()
        for text in Self.usual {
            let bytes = Array(text.utf8)
            guard case .transaction(let line)? = slow(bytes) else {
                Issue.record("'\(text)' is no transaction")
                continue
            }
            let row = reader.row(of: line)
            #expect(reader.line(of: row) == line)
            #expect(bytes.withUnsafeBufferPointer { reader.row($0) } == row)
        }
    }

    @Test("accounts keep their numbers when texts are forgotten")
    func forgetting() {
        var reader = BareRowReader()
        var numbers: [Int32?] = []
        for round in 0..<2 {
            for account in ["x", "y"] {
                let rest = #""amount":"1","date":"2026-03-06","text":"\#(round)"}"#
                let line = Array(#"{"account":"\#(account)",\#(rest)"#.utf8)
                numbers.append(line.withUnsafeBufferPointer { reader.row($0)?.account })
            }
            reader.forget()
        }
        #expect(numbers == [0, 1, 0, 1])
    }
}
