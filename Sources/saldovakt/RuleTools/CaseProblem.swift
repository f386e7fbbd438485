/// Something in a file of cases that can't be understood.
struct CaseProblem: Error, Sendable {
    /// What is wrong.
    let message: String
    /// What to do now.
    let fix: String
    /// Where, in bytes of the file.
    let range: Range<Int>

    /// Makes a problem.
    init(_ message: String, fix: String, at range: Range<Int>) {
        self.message = message
        self.fix = fix
        self.range = range
    }
}
