import CFuzz
import Dispatch
import Finance
import Foundation
import Glibc
import Recording
import Rules
import Settings

/// Feeds random input to one reader: `Fuzz READER [libFuzzer options]`.
///
/// Beside not crashing, a reader must keep its promises: what it takes it can write and read
/// again, and what it refuses it can place.
@main
struct Fuzz {
    static func main() {
        // libFuzzer starts copies of itself to merge, without the reader's name.
        if let inherited = ProcessInfo.processInfo.environment[Self.variable],
            let reader = Reader(rawValue: inherited)
        {
            return start(reader, skipping: 0)
        }
        guard CommandLine.argc > 1, let reader = Reader(rawValue: CommandLine.arguments[1]) else {
            let known = Reader.allCases.map(\.rawValue).joined(separator: " ")
            FileHandle.standardError.write(Data("usage: Fuzz \(known)\n".utf8))
            exit(2)
        }
        setenv(Self.variable, reader.rawValue, 1)
        // libFuzzer would take the reader's name for a folder of examples.
        CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
        start(reader, skipping: 1)
    }

    private static let variable = "FUZZ_READER"

    private static func start(_ reader: Reader, skipping skipped: Int32) {
        var count = CommandLine.argc - skipped
        var arguments = CommandLine.unsafeArgv + Int(skipped)
        switch reader {
        case .json:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.json(Input($0, $1).bytes) }
        case .line:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.line(Input($0, $1).bytes) }
        case .money:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.money(Input($0, $1).bytes) }
        case .rules:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.rules(Input($0, $1).bytes) }
        case .sentence:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.sentence(Input($0, $1).bytes) }
        case .settings:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.settings(Input($0, $1).bytes) }
        case .statement:
            _ = LLVMFuzzerRunDriver(&count, &arguments) { Attempts.statement(Input($0, $1).bytes) }
        case .sparebank1:
            _ = LLVMFuzzerRunDriver(&count, &arguments) {
                Attempts.answers(.sparebank1, Input($0, $1).bytes)
            }
        case .enablebanking:
            _ = LLVMFuzzerRunDriver(&count, &arguments) {
                Attempts.answers(.enablebanking, Input($0, $1).bytes)
            }
        case .simplefin:
            _ = LLVMFuzzerRunDriver(&count, &arguments) {
                Attempts.answers(.simplefin, Input($0, $1).bytes)
            }
        case .signin:
            _ = LLVMFuzzerRunDriver(&count, &arguments) {
                Attempts.answers(.signin, Input($0, $1).bytes)
            }
        }
    }
}

/// What libFuzzer hands over.
struct Input {
    let bytes: [UInt8]

    init(_ data: UnsafePointer<UInt8>?, _ size: Int) {
        bytes = Array(UnsafeBufferPointer(start: data, count: size))
    }
}

/// The readers that take input from outside.
enum Reader: String, CaseIterable {
    case json, line, money, rules, sentence, settings, statement
    case sparebank1, enablebanking, simplefin, signin
}

/// One attempt for each reader; returns 0, as libFuzzer asks.
enum Attempts {
    static func json(_ bytes: [UInt8]) -> Int32 {
        let text = PositionedJSON(bytes)
        for problem in text.problems { _ = text.position(ofByte: problem.range.upperBound) }
        precondition(text.root != nil || !text.problems.isEmpty, "refused without a reason")
        return 0
    }

    static func line(_ bytes: [UInt8]) -> Int32 {
        let reader = SnapshotLineReader()
        guard let line = try? reader.line(bytes, number: 1) else { return 0 }
        let writer = SnapshotLineWriter()
        let written =
            switch line {
            case .snapshot(let snapshot): writer.line(snapshot)
            case .transaction(let transaction): writer.line(transaction)
            }
        guard let again = try? reader.line(written, number: 1) else {
            preconditionFailure("a written line cannot be read")
        }
        precondition(again == line, "a line changes when it is written and read again")
        return 0
    }

    static func money(_ bytes: [UInt8]) -> Int32 {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let money = try? Money(parsing: text, currency: .nok) else { return 0 }
        let again = try? Money(parsing: money.decimalText, currency: .nok)
        precondition(again == money, "an amount changes when it is written and read again")
        return 0
    }

    static func rules(_ bytes: [UInt8]) -> Int32 {
        _ = RulesFile.load(bytes, fileName: "rules.json", channels: ["desktop", "terminal"])
        let sentence = String(decoding: bytes, as: UTF8.self)
        let escaped = JSONText.quoted(sentence)
        let file = Array(#"{"version":1,"rules":[{"when":\#(escaped)}]}"#.utf8)
        _ = RulesFile.load(file, fileName: "rules.json", channels: ["desktop", "terminal"])
        return 0
    }

    /// Waits for a source, because libFuzzer asks on one thread.
    static func answers(_ reader: InventedAnswers, _ bytes: [UInt8]) -> Int32 {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            if let fault = await reader.fault(with: bytes) {
                FileHandle.standardError.write(Data("\(reader): \(fault)\n".utf8))
                preconditionFailure(fault)
            }
            done.signal()
        }
        done.wait()
        return 0
    }

    static func settings(_ bytes: [UInt8]) -> Int32 {
        let file = SettingsFile.load(bytes: bytes, fileName: "settings.json", mode: FileMode(0o644))
        let isRefused = file.settings == nil
        precondition(isRefused != file.findings.isEmpty, "refused without a reason")
        for finding in file.findings { _ = finding.description }
        return 0
    }
}

/// Puts a text into JSON.
enum JSONText {
    static func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
