import Console
import Finance

/// One result of `saldovakt doctor`.
struct Diagnosis: Sendable, Hashable {
    enum State: String, Sendable, Hashable, CaseIterable {
        case ok
        /// It works; something could be better.
        case hint
        /// A person's file or setting is wrong.
        case wrong
        /// Something that the program needs is missing on this machine.
        case missing

        /// The style in which it is shown; none if all is fine.
        fileprivate var style: TextStyle? {
            switch self {
            case .ok: nil
            case .hint: .yellow
            case .wrong, .missing: .red
            }
        }
    }

    /// The thing that was checked, a stable word: `settings`, `bank sbanken`.
    let subject: String
    let state: State
    let text: String
    /// What to do now; `nil` if all is fine.
    let fix: String?

    init(_ subject: String, _ state: State, _ text: String, fix: String? = nil) {
        self.subject = subject
        self.state = state
        self.text = text
        self.fix = fix
    }

    var json: JSONOutput {
        [
            "check": .string(subject), "state": .string(state.rawValue), "text": .string(text),
            "fix": .text(fix),
        ]
    }

    /// The finding, for people.
    var finding: String { "\(state.rawValue)\t\(subject): \(text)" }

    /// Writes the finding, in the colour of its state, and below it the fix.
    func write() {
        Terminal.write(finding, in: state.style)
        if let fix { Terminal.write("\tfix: \(fix)") }
    }
}

extension [Diagnosis] {
    /// The exit status: 1 if a file or setting is wrong, 4 if only the machine lacks something.
    var status: ExitStatus {
        if contains(where: { $0.state == .wrong }) { return .wrong }
        return contains { $0.state == .missing } ? .environment : .fine
    }
}
