/// Measures evaluation at sizes that no person has; `contrib/bench/evaluation.py` makes rows of it.
///
///     EvaluationBench polls STATE ROWS       polls of 20 accounts with 1,000 rules
///
/// Prints `name figure` lines.
@main
enum EvaluationBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, arguments[1] == "polls", let rows = Int(arguments[3]) else {
            return print("usage: EvaluationBench polls STATE ROWS")
        }
        try await RulePolls(folder: arguments[2], rows: rows).run()
    }
}
