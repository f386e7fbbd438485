import ArgumentParser
import Console
import Finance
import Fleet
import Foundation
import Recording

/// `saldovakt fleet feed`: lines of households into the fleet.
struct FleetFeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Puts snapshot lines of households into a fleet.",
        discussion: """
            Reads standard input: snapshot lines that have "household": REFERENCE, and may have \
            "key": TEXT; a line that comes again under its key is taken in once. Without a key the \
            line itself is its key. With --feed NAME the place in the input is kept, so that the \
            same input continues where it was interrupted. Status 1 if a line could not be used.
            """)

    /// How many lines become durable at once.
    private static let batch = 500

    @OptionGroup var options: FleetOptions

    @Option(help: .value("name", "Go on behind the last line that was put under this name."))
    var feed: String?

    func run() async throws {
        let shards = try await options.open()
        var feeder = Feeder(shards: shards, feed: feed)
        try await feeder.begin()
        while let line = readLine(strippingNewline: true) {
            feeder.take(line)
            if feeder.waiting >= Self.batch { try await feeder.flush() }
        }
        try await feeder.flush()
        Terminal.write(feeder.report)
        guard feeder.isClean else { throw ExitStatus.wrong }
    }
}

/// Lines on their way into a fleet.
private struct Feeder {
    let shards: FleetShards
    let feed: String?
    private var done: [Int64]
    private var lines: [[FeedLine]]
    private var number: Int64 = 0
    private var receipt = FeedReceipt()
    private var faults = 0

    init(shards: FleetShards, feed: String?) {
        self.shards = shards
        self.feed = feed
        done = shards.all.map { _ in 0 }
        lines = shards.all.map { _ in [] }
    }

    var waiting: Int { lines.map(\.count).reduce(0, +) }
    var isClean: Bool { faults == 0 && receipt.unknown.isEmpty }

    var report: String {
        let unknown = receipt.unknown.sorted().prefix(20).map(NationalIdentityNumber.masked)
            .joined(separator: ", ")
        return "\(receipt.added) lines added, \(receipt.repeated) were there already"
            + (faults == 0 ? "" : ", \(faults) could not be read")
            + (unknown.isEmpty ? "" : "; no such household: \(unknown)")
    }

    /// Finds out how far each shard has come.
    mutating func begin() async throws {
        guard let feed else { return }
        for (place, shard) in shards.all.enumerated() {
            done[place] = try await shard.ask { try await $0.position(of: feed) ?? 0 }
        }
    }

    mutating func take(_ text: String) {
        number += 1
        let bytes = Array(text.utf8)
        guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) else { return }
        do throws(RecordingError) {
            let address = try bytes.withUnsafeBufferPointer { (buffer) throws(RecordingError) in
                try SnapshotLineReader().address(buffer, number: Int(number))
            }
            let line = FeedLine(
                reference: address.household, key: address.key ?? DocumentHash.hash(of: bytes),
                bytes: bytes)
            let place = shards.place(of: line.reference)
            if number > done[place] { lines[place].append(line) }
        } catch {
            faults += 1
            Terminal.complain(error.text(file: "-"))
        }
    }

    /// Makes what was read durable.
    mutating func flush() async throws {
        for (place, shard) in shards.all.enumerated() where !lines[place].isEmpty {
            let part = try await shard.ask { engine in
                try await engine.put(lines[place], at: feed.map { ($0, number) })
            }
            lines[place] = []
            receipt.added += part.added
            receipt.repeated += part.repeated
            receipt.unknown.formUnion(part.unknown)
        }
    }
}
