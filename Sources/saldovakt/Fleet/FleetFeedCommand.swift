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
            same input continues where it was interrupted, and another one is refused; the place \
            stays before the first lines of a household that is not there yet. A line that can't \
            be used is left out, and its key stays free for the corrected one. Status 1 then.
            """)

    /// How many lines are committed together.
    private static let batch = 500

    @OptionGroup var options: FleetOptions

    @Option(help: .value("name", "Go on behind the last line that was put under this name."))
    var feed: String?

    func validate() throws {
        guard let feed else { return }
        guard (1...200).contains(feed.utf8.count), !feed.hasControlCharacter,
            !NationalIdentityNumber.isIn(feed)
        else {
            throw ValidationError(
                "--feed takes 1 to 200 bytes without control characters and identity numbers")
        }
    }

    func run() async throws {
        let shards = try FleetShards(file: options.shards, connections: 2)
        var feeder = Feeder(shards: shards, feed: feed, down: try await shards.check())
        try await feeder.begin()
        let input = InputLines()
        while let line = input.next() {
            try feeder.take(line)
            if feeder.waiting >= Self.batch { try await feeder.flush() }
        }
        try await feeder.flush()
        if input.failure == nil { feeder.end() }
        Terminal.write(feeder.report)
        if let failure = input.failure { throw failure }
        if let failure = feeder.failure { throw failure }
        guard feeder.isClean else { throw ExitStatus.wrong }
    }
}

/// The lines of standard input.
struct InputLines {
    private let input = fdopen(STDIN_FILENO, "r")

    /// The next line with its line break, as bytes: the reader of lines refuses what is not UTF-8.
    func next() -> [UInt8]? {
        guard let input else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(text) }
        let count = getline(&text, &capacity, input)
        return count > 0 ? Array(UnsafeRawBufferPointer(start: text, count: count)) : nil
    }

    /// Why there are no more lines though the end was not reached.
    var failure: CommandFailure? {
        if let input, ferror(input) == 0 { return nil }
        return CommandFailure(
            .environment, where: "-", code: "input-unreadable",
            problem: "standard input can't be read to its end",
            fix: "give it a file or a pipe that this user may read")
    }
}

/// Feeds lines to a fleet.
private struct Feeder {
    private typealias Numbered = (number: Int64, line: FeedLine)

    /// How many lines are named that have the same problem.
    private static let mostNamed = 20

    let shards: FleetShards
    let feed: String?
    /// Why shards take no lines, by place.
    ///
    /// They take none until the end: with later lines, the position would pass over those that were
    /// not taken.
    private var down: [Int: CommandFailure]
    /// The numbers of the lines that these shards did not take.
    private var missed: [Int: [Int64]] = [:]
    private var done: [FeedPosition?]
    /// The shards whose position stays before lines that they did not take.
    private var held: Set<Int> = []
    private var lines: [[Numbered]]
    private var number: Int64 = 0
    /// The bytes of the line with this number.
    private var last: [UInt8] = []
    private var receipt = FeedReceipt()
    private var faults = 0
    private var isShorter = false
    private var unknown = 0
    private var skipped = 0

    init(shards: FleetShards, feed: String?, down: [Int: CommandFailure]) {
        (self.shards, self.feed, self.down) = (shards, feed, down)
        done = shards.all.map { _ in nil }
        lines = shards.all.map { _ in [] }
    }

    var waiting: Int { lines.map(\.count).reduce(0, +) }
    var isClean: Bool { faults == 0 && !isShorter && receipt.isWhole }

    /// The failures of the shards that did not take lines.
    var failure: CommandFailure? {
        let failures = missed.keys.sorted().compactMap { down[$0] }
        return failures.first?.adding(failures.map(\.text))
    }

    var report: String {
        func list(_ words: String, _ references: Set<String>) -> String {
            guard !references.isEmpty else { return "" }
            let more = references.count - Self.mostNamed
            return "; \(words): "
                + references.sorted().prefix(Self.mostNamed).joined(separator: ", ")
                + (more > 0 ? " and \(more) more" : "")
        }
        let missed = missed.values.map(\.count).reduce(0, +)
        return "\(receipt.added) lines added, \(receipt.repeated) were waiting already"
            + (skipped == 0 ? "" : ", \(skipped) skipped that this feed put before")
            + (faults == 0 ? "" : ", \(faults) could not be read")
            + (missed == 0 ? "" : ", \(missed) not taken")
            + (unknown == 0 ? "" : ", \(unknown) of unknown households")
            + list("no such household", receipt.unknown)
            + list("their key does not open them, remove and add them", receipt.locked)
    }

    /// Finds out how many lines each shard has.
    mutating func begin() async throws {
        guard let feed else { return }
        for (place, shard) in shards.all.enumerated() where down[place] == nil {
            done[place] = try await shard.ask { try await $0.position(of: feed) }
        }
    }

    /// - Parameter text: with its line break; the last line of a truncated input has none.
    mutating func take(_ text: [UInt8]) throws {
        let bytes = Self.content(of: text, isFirst: number == 0)
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
            if down[place] != nil {
                missed[place, default: []].append(number)
            } else if number > done[place]?.line ?? 0 {
                lines[place].append((number, line))
            } else {
                skipped += 1
            }
        } catch {
            faults += 1
            Terminal.complain(error.text(file: "-"))
            // The complete line comes when the input continues.
            if text.last != UInt8(ascii: "\n") { (number, last) = former }
        }
    }

    /// A line without its break, and without the mark that editors put at the beginning of a file.
    private static func content(of text: [UInt8], isFirst: Bool) -> [UInt8] {
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let isMarked = isFirst && line.starts(with: "\u{FEFF}".utf8)
        return Array(line.dropFirst(isMarked ? "\u{FEFF}".utf8.count : 0))
    }

    /// Warns of an input that is shorter than it was, and names the lines that were not taken.
    mutating func end() {
        for (place, numbers) in missed.sorted(by: { $0.key < $1.key }) {
            let some = numbers.prefix(Self.mostNamed).map { "\($0)" }.joined(separator: ", ")
            let failure = CommandFailure(
                .environment, where: "-:\(numbers[0])", code: "not-taken",
                problem:
                    "\(numbers.count) lines of \(shards.all[place].name) were not taken: \(some)"
                    + (numbers.count > Self.mostNamed ? " …" : ""),
                fix: "feed the same input again when the database answers")
            Terminal.complain(failure.text)
        }
        guard let most = done.compactMap({ $0?.line }).max(), number < most else { return }
        isShorter = true
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
        let end = feed.map { ($0, number, DocumentHash.hash(of: last)) }
        for (place, shard) in shards.all.enumerated() where !lines[place].isEmpty {
            let taken = lines[place]
            let position = held.contains(place) ? nil : end
            lines[place] = []
            do {
                let part = try await shard.ask { engine in
                    try await engine.put(taken.map(\.line), at: position)
                }
                if !part.isWhole { held.insert(place) }
                note(part, of: taken)
            } catch let failure as CommandFailure {
                down[place] = failure
                missed[place] = taken.map(\.number)
                guard down.count < shards.all.count else { throw failure }
            }
        }
    }

    private mutating func note(_ part: FeedReceipt, of taken: [Numbered]) {
        receipt.added += part.added
        receipt.repeated += part.repeated
        receipt.unknown.formUnion(part.unknown)
        receipt.locked.formUnion(part.locked)
        for (number, line) in taken where part.unknown.contains(line.reference) {
            unknown += 1
            guard unknown <= Self.mostNamed else { continue }
            let failure = CommandFailure(
                .wrong, where: "-:\(number)", code: "unknown-household",
                problem: "no household has this reference: '\(line.reference)'",
                fix: "add it with 'saldovakt fleet household add', then feed the "
                    + (feed == nil ? "line again" : "same input again"))
            Terminal.complain(failure.text)
        }
    }
}
