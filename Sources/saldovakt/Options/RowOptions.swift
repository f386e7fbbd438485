import ArgumentParser

/// How rows are written.
struct RowOptions: ParsableArguments {
    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    @Flag(name: .long, help: "Write comma-separated values with a line of names (RFC 4180).")
    var csv = false

    func validate() throws {
        guard !(json && csv) else { throw ValidationError("choose one of --json and --csv") }
    }

    /// The form that was asked for.
    var form: RowForm { json ? .json : csv ? .csv : .table }
}
