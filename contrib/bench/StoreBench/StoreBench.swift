/// Measures the finance store through the library; `contrib/bench/store.py` makes rows of it.
///
///     StoreBench fill STATE ROWS     makes a state folder with so many transactions
///     StoreBench silence STATE COUNT DAY MINUTE
///                                     the same answer about all accounts, from then on
///     StoreBench pages STATE         the pages of a history, from its beginning
///
/// Prints a `name milliseconds` line for each median; `-cpu` is time of the processor.
@main
struct StoreBench {
    /// The arguments: what to do, where, how often.
    let arguments: [String]

    static func main() async throws {
        let bench = StoreBench(arguments: CommandLine.arguments)
        switch bench.argument(1) {
        case "fill": try await Filling(folder: bench.argument(2), rows: bench.number).run()
        case "silence":
            try await QuietPolls(
                folder: bench.argument(2), count: bench.number,
                day: Int(bench.argument(4)) ?? 0, minute: Int(bench.argument(5)) ?? 0
            ).run()
        case "pages": try await Pages(folder: bench.argument(2)).run()
        default: print("usage: StoreBench fill|silence|pages STATE [NUMBER …]")
        }
    }

    private func argument(_ index: Int) -> String {
        index < arguments.count ? arguments[index] : ""
    }

    private var number: Int { Int(argument(3)) ?? 50 }
}
