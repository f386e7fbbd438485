/// An error that ends a command, in the words of the program's error form.
///
/// ```
/// settings.json:4:7: error: [unknown-key] unknown key: 'intervall'
///   fix: rename it to 'interval'
/// ```
struct CommandFailure: Error, Sendable {
    /// The status that the program ends with.
    let status: ExitStatus
    /// The finished text, one or more lines.
    let text: String

    /// Makes a failure from its parts.
    init(
        _ status: ExitStatus, where place: String = "saldovakt", code: String, problem: String,
        fix: String
    ) {
        self.status = status
        text = "\(place): error: [\(code)] \(problem)\n  fix: \(fix)"
    }

    /// Makes a failure from text that already has the form.
    init(_ status: ExitStatus, text: String) {
        self.status = status
        self.text = text
    }

    /// Writes the text to standard error.
    func print() {
        Terminal.complain(text)
    }
}
