import Finance
import Foundation
import Rules

/// Measures evaluation at sizes that no person has; `contrib/bench/evaluation.py` makes rows of it.
///
///     EvaluationBench polls STATE ROWS       polls of 20 accounts with 1,000 rules
///     EvaluationBench levels RULES FIGURES   compares so many balances with the limits of a rules file
///
/// `polls` prints `name figure` lines, `levels` what limits.cpp prints.
@main
enum EvaluationBench {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = Int(arguments[3]) else {
            return print("usage: EvaluationBench polls STATE ROWS | levels RULES FIGURES")
        }
        switch arguments[1] {
        case "polls": try await RulePolls(folder: arguments[2], rows: number).run()
        case "levels": try levels(arguments[2], number)
        default: print("unknown work: \(arguments[1])")
        }
    }

    private static func levels(_ path: String, _ count: Int) throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let loaded = RulesFile.load(bytes, fileName: path, channels: ["terminal"])
        guard let rules = loaded.ruleSet else { return print("the rules can't be read") }
        var tally = LevelTally(rules: rules, currency: .nok)
        let figures = figures(count)
        let clock = ContinuousClock()
        let begin = clock.now
        tally.take(figures)
        let counts = tally.counts
        let (seconds, attoseconds) = (clock.now - begin).components
        let time = Double(seconds) + Double(attoseconds) / 1e18
        let rate = Double(count) * Double(rules.rules.count) / time
        FileHandle.standardError.write(Data("\(Int(rate)) evaluations/s\n".utf8))
        for (rule, count) in zip(rules.rules, counts) {
            print("{\"rule\":\"\(rule.id)\",\"count\":\(count)}")
        }
    }

    /// The same figures as those of limits.cpp.
    private static func figures(_ count: Int) -> [Int64] {
        var state: UInt64 = 12_345
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 40)
        }
    }
}
