/// A stored value that is not what the program writes there: the file is damaged or was edited.
///
/// Names the place, never the value.
struct RowProblem: Error, Sendable {
    /// The table, or the part of the program's own naming of it.
    let table: String
    /// What was found there, in words.
    let problem: String
}
