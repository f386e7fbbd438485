import BenchSupport
import Finance
import Foundation
import Store

/// Measures reconciliation and the store at sizes that no person's bank reaches.
///
/// Prints one JSON object per figure, which contrib/bench/bench puts into its table. CPU time of
/// the whole process is measured, so that what other programs do on the machine does not count.
/// `FactsBench steady` does nothing but one comparison over and over, for a profiler.
@main
enum FactsBench {
    static func main() async {
        if CommandLine.arguments.contains("steady") {
            let again = InventedBank(count: 100_000).later(minutes: 5)
            return report("reconcile 100,000 rows", rounds(101) { again.reconciled() })
        }
        if CommandLine.arguments.contains("booking") {
            let booked = InventedBank(count: 100_000, isReserved: true)
                .later(minutes: 5, books: true)
            return report("book 100,000 reservations", rounds(5) { booked.reconciled() })
        }
        do {
            reconciling()
            try await storing()
        } catch {
            print("{\"problem\": \"\(error)\"}")
            exit(1)
        }
    }

    /// A whole history against the same history stored.
    private static func reconciling() {
        let bank = InventedBank(count: 100_000)
        let again = bank.later(minutes: 5)
        report("reconcile 100,000 rows with 100,000 stored", rounds(9) { again.reconciled() })
        let shuffled = bank.later(minutes: 5, isShuffled: true)
        report("the same in another order", rounds(5) { shuffled.reconciled() })
        let booked = InventedBank(count: 100_000, isReserved: true).later(minutes: 5, books: true)
        report("book 100,000 reservations at once", rounds(3) { booked.reconciled() })
    }

    private static func storing() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try SQLiteAlertStore.open(folder: folder)
        var bank = InventedBank(count: 0)
        var first: Double?
        for _ in 0..<10 {
            let grown = bank.grown(by: 100_000)
            let begin = cpu()
            try await store.commit(grown.commit)
            first = first ?? cpu() - begin
            bank = grown
        }
        report("store 100,000 first rows", first ?? 0)
        try await polling(store, bank)
    }

    private static func polling(_ store: SQLiteAlertStore, _ bank: InventedBank) async throws {
        var times: [Double] = []
        for minute in 1...21 {
            let poll = bank.newest(100, minutes: minute * 5)
            let begin = cpu()
            let holdings = try await store.holdings(for: poll)
            let result = bank.reconciled(poll, holdings)
            times.append(cpu() - begin)
            guard result.changes.transactions.isEmpty else { return print("{\"problem\": 1}") }
        }
        report("poll of 100 rows with 1,000,000 stored", times.sorted()[times.count / 2])
    }

    private static func rounds(_ count: Int, _ body: () -> Int) -> Double {
        let times = (0..<count).map { _ in
            let begin = cpu()
            let changes = body()
            return cpu() - begin + (changes < 0 ? 1 : 0)
        }
        return times.sorted()[count / 2]
    }

    private static func report(_ name: String, _ seconds: Double) {
        print("{\"name\": \"\(name)\", \"microseconds\": \(Int(seconds * 1e6))}")
    }

    /// CPU seconds of this process so far.
    private static func cpu() -> Double { Stopwatch.processorTime / .seconds(1) }
}
