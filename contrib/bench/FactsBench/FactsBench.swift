import BenchSupport
import Finance
import Foundation

/// Measures reconciliation at a size that no person's bank reaches.
///
/// Prints one JSON object per figure, which contrib/bench/bench puts into its table. CPU time of
/// the whole process is measured, so that what other programs do on the machine does not count.
@main
enum FactsBench {
    static func main() {
        let bank = InventedBank(count: 100_000)
        let again = bank.later(minutes: 5)
        report(
            "100,000 rows with 100,000 stored", "reach: 100 ms", rounds(9) { again.reconciled() })
        let shuffled = bank.later(minutes: 5, isShuffled: true)
        report("the same in another order", "", rounds(5) { shuffled.reconciled() })
        let booked = InventedBank(count: 100_000, isReserved: true).later(minutes: 5, books: true)
        report("100,000 reservations booked at once", "", rounds(3) { booked.reconciled() })
    }

    private static func rounds(_ count: Int, _ body: () -> Int) -> Double {
        let times = (0..<count).map { _ in
            let begin = cpu()
            let changes = body()
            return cpu() - begin + (changes < 0 ? 1 : 0)
        }
        return times.sorted()[count / 2]
    }

    private static func report(_ name: String, _ note: String, _ seconds: Double) {
        print(
            "{\"name\": \"\(name)\", \"note\": \"\(note)\", \"microseconds\": \(Int(seconds * 1e6))}"
        )
    }

    /// CPU seconds of this process so far.
    private static func cpu() -> Double { Stopwatch.processorTime / .seconds(1) }
}
