import ArgumentParser
import Console
import Finance
import Fleet
import Foundation
import Recording

/// `saldovakt fleet feed`: feeds lines of households to the fleet.
struct FleetFeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Puts snapshot lines of households into a fleet.",
        discussion: """
            Reads standard input: snapshot lines that have "household": REFERENCE, and may have \
            "key": TEXT; a line that comes again under its key is taken in once. Without a key the \
            line itself is its key. With --feed NAME the place in the input is kept, so that the \
            same input continues where it was interrupted, and another one is refused. A line that \
            can't be used is left out, and its key stays free for the corrected one. Status 1 then.
            """)

    /// How many lines are committed together.
    private static let batch = 500

    @OptionGroup var options: FleetOptions

    @Option(help: .value("name", "Go on behind the last line that was put under this name."))
    var feed: String?

    func run() async throws {
        let shards = try await options.open()
        var feeder = Feeder(shards: shards, feed: feed)
        try await feeder.begin()
        while let line = readLine(strippingNewline: false) {
            try feeder.take(line)
            if feeder.waiting >= Self.batch { try await feeder.flush() }
        }
        try await feeder.flush()
        feeder.end()
        Terminal.write(feeder.report)
        guard feeder.isClean else { throw ExitStatus.wrong }
    }
}

/// Feeds lines to a fleet.
private struct Feeder {
    let shards: FleetShards
    let feed: String?
    private var done: [FeedPosition?]
    private var lines: [[FeedLine]]
    private var number: Int64 = 0
    /// The bytes of the line with this number.
    private var last: [UInt8] = []
    private var receipt = FeedReceipt()
    private var faults = 0
    private var skipped = 0

    init(shards: FleetShards, feed: String?) {
        self.shards = shards
        self.feed = feed
        done = shards.all.map { _ in nil }
        lines = shards.all.map { _ in [] }
    }

    var waiting: Int { lines.map(\.count).reduce(0, +) }
    var isClean: Bool { faults == 0 && receipt.unknown.isEmpty && receipt.locked.isEmpty }

    var report: String {
        func list(_ words: String, _ references: Set<String>) -> String {
            let some = references.sorted().prefix(20).map(NationalIdentityNumber.masked)
            return some.isEmpty ? "" : "; \(words): \(some.joined(separator: ", "))"
        }
        return "\(receipt.added) lines added, \(receipt.repeated) were there already"
            + (skipped == 0 ? "" : ", \(skipped) skipped that this feed put before")
            + (faults == 0 ? "" : ", \(faults) could not be read")
            + list("no such household", receipt.unknown)
            + list("their key does not open them, remove and add them", receipt.locked)
    }

    /// Finds out how many lines each shard has.
    mutating func begin() async throws {
        guard let feed else { return }
        for (place, shard) in shards.all.enumerated() {
            done[place] = try await shard.ask { try await $0.position(of: feed) }
        }
    }

    /// - Parameter text: with its line break; the last line of a truncated input has none.
    mutating func take(_ text: String) throws {
        let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        let former = (number, last)
        (number, last) = (number + 1, bytes)
        for case let done? in done where done.line == number {
            let isSame = done.last == DocumentHash.hash(of: bytes)
            guard isSame else { throw otherInput("line \(number) is not the one of before") }
        }
        guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) else { return }
        do throws(RecordingError) {
            // Read as a worker will, so that the feed already reports its problems.
            _ = try SnapshotLineReader().fed(bytes, number: Int(number), at: Date())
            let address = try SnapshotLineReader().address(bytes, number: Int(number))
            let line = FeedLine(
                reference: address.household, key: address.key ?? DocumentHash.hash(of: bytes),
                bytes: bytes)
            let place = shards.place(of: line.reference)
            if number > done[place]?.line ?? 0 { lines[place].append(line) } else { skipped += 1 }
        } catch {
            faults += 1
            Terminal.complain(error.text(file: "-"))
            // The complete line comes when the input continues.
            if bytes.count == text.utf8.count { (number, last) = former }
        }
    }

    /// Warns of an input that is shorter than it was.
    mutating func end() {
        guard let most = done.compactMap({ $0?.line }).max(), number < most else { return }
        faults += 1
        Terminal.complain(otherInput("it has \(number) lines, \(most) were put before").text)
    }

    private func otherInput(_ problem: String) -> CommandFailure {
        CommandFailure(
            .wrong, where: "-", code: "feed",
            problem: "this is not the input of feed '\(feed ?? "")': \(problem)",
            fix: "feed the same input from its beginning, or give this one another name")
    }

    /// Commits the lines that were read.
    mutating func flush() async throws {
        let position = feed.map { ($0, number, DocumentHash.hash(of: last)) }
        for (place, shard) in shards.all.enumerated() where !lines[place].isEmpty {
            let part = try await shard.ask { engine in
                try await engine.put(lines[place], at: position)
            }
            lines[place] = []
            receipt.added += part.added
            receipt.repeated += part.repeated
            receipt.unknown.formUnion(part.unknown)
            receipt.locked.formUnion(part.locked)
        }
    }
}
