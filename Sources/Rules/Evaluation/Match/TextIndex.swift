/// Finds the programs whose texts a transaction may have, without trying the patterns of each.
///
/// A program that names texts whole is found by these; one with `*`, `?` or `containing` is always
/// a candidate.
struct TextIndex: Sendable {
    private var literal: [[UInt32]: [Int32]] = [:]
    private var open: [Int32] = []

    /// Whether there is no program.
    var isEmpty: Bool { literal.isEmpty && open.isEmpty }

    /// Adds a program with a text test by its number.
    mutating func add(_ number: Int32, _ program: MatchProgram, _ pool: MatchPool) {
        let tests = program.tests.map { pool.tests[Int($0)] }
        for test in tests where test.isOfTexts {
            let texts = test.patterns.map { pool.patterns[$0].literal }
            guard !texts.contains(nil) else { continue }
            for text in texts.compactMap(\.self) { literal[text, default: []].append(number) }
            return
        }
        open.append(number)
    }

    /// The numbers of all programs that may match, in order, each once.
    func candidates(_ subject: MatchSubject, _ pool: MatchPool) -> [Int32] {
        var found = open
        pool.forEachForm(of: subject) { found += literal[$0] ?? [] }
        var last: Int32 = -1
        return found.sorted().filter { number in
            defer { last = number }
            return number != last
        }
    }
}
