/// The forms in which rows are written.
enum RowForm: Sendable {
    /// For people: lined up on a terminal, separated by tabs in a pipe.
    case table
    /// One JSON array of objects.
    case json
    /// RFC 4180 with a line of names.
    case csv
}
