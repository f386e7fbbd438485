@testable import Rules

/// How many slips were rejected, marked and named.
struct TypoCount {
    private(set) var total = 0
    private var rejectedCount = 0
    private var markedCount = 0
    private var suggestedCount = 0
    /// What went wrong, for the log of a failing run.
    private(set) var misses: [String] = []

    var rejected: Double { percent(rejectedCount) }
    var marked: Double { percent(markedCount) }
    var suggested: Double { percent(suggestedCount) }

    var summary: String {
        "\(total) slips, \(rejected) % rejected, \(marked) % marked, \(suggested) % suggested"
    }

    mutating func add(_ slip: Slip) {
        total += 1
        guard case .failure(let error) = SentenceParser.parse(slip.sentence),
            let problem = error.problems.first
        else {
            misses.append("accepted: \(slip.sentence)")
            return
        }
        rejectedCount += 1
        if slip.phrase.overlaps(problem.span) {
            markedCount += 1
        } else {
            misses.append("marked elsewhere \(problem.span): \(slip.sentence)")
        }
        if problem.replacement == slip.meant {
            suggestedCount += 1
        } else {
            misses.append(
                "\(slip.written) for \(slip.meant), offered \(problem.replacement ?? "-"): "
                    + slip.sentence)
        }
    }

    private func percent(_ count: Int) -> Double {
        total == 0 ? 0 : Double(count * 1_000 / total) / 10
    }
}
