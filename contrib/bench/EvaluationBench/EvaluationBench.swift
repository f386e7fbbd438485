/// Measures evaluation at sizes that no person has; `contrib/bench/evaluation.py` makes rows of it.
///
///     EvaluationBench polls STATE ROWS       polls of 20 accounts with 1,000 rules
///     EvaluationBench levels TABLE FIGURES   compares so many balances with the limits of a table
///
/// `polls` prints `name figure` lines, `levels` what limits.cpp prints.
@main
enum EvaluationBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = Int(arguments[3]) else {
            return print("usage: EvaluationBench polls STATE ROWS | levels TABLE FIGURES")
        }
        switch arguments[1] {
        case "polls": try await RulePolls(folder: arguments[2], rows: number).run()
        case "levels": try await Levels(table: arguments[2]).run(number)
        default: print("unknown work: \(arguments[1])")
        }
    }
}
