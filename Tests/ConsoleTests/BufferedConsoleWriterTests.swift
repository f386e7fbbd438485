import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("An outlet")
struct OutletTests {
    /// A pipe whose reader does nothing until it is told to.
    private final class StandingPipe: Sendable {
        let input: Int32
        let output: Int32

        init(isFull: Bool) {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            (output, input) = (ends[0], ends[1])
            guard isFull else { return }
            let flags = fcntl(input, F_GETFL)
            _ = fcntl(input, F_SETFL, flags | O_NONBLOCK)
            while write(input, [UInt8](repeating: 0x78, count: 4_096), 4_096) > 0 {}
            _ = fcntl(input, F_SETFL, flags)
        }

        deinit {
            close(input)
            close(output)
        }

        /// Reads until the text ends like this.
        func text(until end: String) -> String {
            var text = ""
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while !text.hasSuffix(end) {
                let count = read(output, &buffer, buffer.count)
                guard count > 0 else { break }
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
            return String(text.drop { $0 == "x" })
        }
    }

    @Test("writes at once where there is room")
    func room() {
        let pipe = StandingPipe(isFull: false)
        let outlet = BufferedConsoleWriter(pipe.input)
        #expect(outlet.write("one"))
        #expect(outlet.write("two"))
        #expect(pipe.text(until: "two\n") == "one\ntwo\n")
    }

    @Test("never waits, keeps what it can, and says what is missing once the reader reads on")
    func standstill() {
        let pipe = StandingPipe(isFull: true)
        let outlet = BufferedConsoleWriter(
            pipe.input, limits: BufferedConsoleWriter.Limits(lines: 20, notifications: 60))
        let taken = (0..<100).filter { outlet.write("line \($0)") }
        #expect(taken.first == 0 && taken.count < 100)
        #expect(outlet.write("a notice", isNotification: true))
        let lines = pipe.text(until: "a notice\n").split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("line") } == taken.map { "line \($0)" })
        let notes = lines.filter { $0.hasPrefix("(") }
        let missing = notes.compactMap { Int($0.dropFirst().prefix { $0 != " " }) }
        #expect(missing.reduce(taken.count, +) == 100)
        #expect(notes.allSatisfy { $0.hasSuffix("left out: nobody read)") })
        outlet.finish()
        #expect(outlet.write("on"))
        #expect(pipe.text(until: "on\n") == "on\n")
    }

    @Test("shows only the newest picture to a terminal that stood still")
    func pictures() {
        let pipe = StandingPipe(isFull: true)
        let outlet = BufferedConsoleWriter(pipe.input)
        for number in 0..<50 { outlet.show("[picture \(number)]") }
        let text = pipe.text(until: "[picture 49]")
        #expect(text == "[picture 0][picture 49]")
    }

    @Test("does not wait for ever at the end")
    func end() {
        let pipe = StandingPipe(isFull: true)
        let outlet = BufferedConsoleWriter(pipe.input)
        outlet.write("unread")
        outlet.finish()
        #expect(pipe.text(until: "unread\n") == "unread\n")
    }

    @Test("takes nothing when the reader is gone, and the program lives on")
    func gone() {
        Terminal.outliveReaders()
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        defer { close(ends[1]) }
        let outlet = BufferedConsoleWriter(ends[1])
        close(ends[0])
        #expect(!outlet.write("into nothing"))
        #expect(!outlet.write("again"))
    }

    @Test("appends to a file, and takes each line of a socket that has room")
    func otherKinds() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "outlet-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        write(file, "before\n", 7)
        #expect(BufferedConsoleWriter(file).write("after"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before\nafter\n")
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { for end in ends { close(end) } }
        #expect(BufferedConsoleWriter(ends[1]).write("over a socket"))
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(ends[0], &buffer, buffer.count)
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "over a socket\n")
    }
}
