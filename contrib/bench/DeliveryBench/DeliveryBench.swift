import Foundation

/// Measures delivery from the outbox; `contrib/bench/delivery.py` makes rows of it.
///
///     DeliveryBench live STATE URL COUNT    delivers so many notifications to a receiver
///     DeliveryBench dead STATE URL COUNT    decides so many for a receiver that never answers
///     DeliveryBench body                    prints a request's body
///
/// Prints `name figure` lines. The parts are those of the program: SQLite store, dispatcher, signed
/// webhook, libcurl; what is measured is taking, sending and marking, not deciding.
@main
struct DeliveryBench {
    /// The arguments: what to do, where, to whom, how often.
    let arguments: [String]

    static func main() async throws {
        let bench = DeliveryBench(arguments: CommandLine.arguments)
        switch bench.argument(1) {
        case "live": try await bench.line().live()
        case "dead": try await bench.line().dead()
        case "body": print(BenchNotification.body)
        default: print("usage: DeliveryBench live|dead STATE URL COUNT")
        }
    }

    private func line() throws -> BenchLine {
        try BenchLine(
            folder: argument(2), url: argument(3), count: Int(argument(4)) ?? 10_000)
    }

    private func argument(_ index: Int) -> String {
        index < arguments.count ? arguments[index] : ""
    }
}
