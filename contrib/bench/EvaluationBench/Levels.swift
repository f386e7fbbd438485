import BenchSupport
import Foundation
import Rules

/// Balances in memory against limits, the way rules on a level are evaluated: it is found between
/// which limits a balance lies, and that answers every rule.
struct Levels {
    /// The rules `is under LIMIT`, each with its limit in minor units.
    private let rules: [(name: Substring, limit: Int64)]

    /// Reads the table that limits.cpp reads.
    init(table: String) throws {
        rules = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").map {
            let columns = $0.split(separator: "\t", omittingEmptySubsequences: false)
            return (columns[0], Int64(columns[1]) ?? 0)
        }
    }

    /// Compares so many balances with every limit; prints what limits.cpp prints.
    func run(_ count: Int) async {
        let steps = LadderSteps(rules.enumerated().map { (value: $1.limit, rule: $0) })
        let figures = Self.figures(count)
        var stopwatch = Stopwatch()
        let distribution = await stopwatch.time { steps.distribution(of: figures) }
        let rate = Double(count) * Double(rules.count) / stopwatch.processorSeconds
        FileHandle.standardError.write(Data("\(Int(rate)) evaluations/s\n".utf8))
        var isUnder = [Int](repeating: 0, count: rules.count)
        var below = 0
        for step in 0..<steps.count {
            below += distribution[step]
            isUnder[steps.rule(at: step)] = below
        }
        for (rule, count) in zip(rules, isUnder) {
            print("{\"rule\":\"\(rule.name)\",\"count\":\(count)}")
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
