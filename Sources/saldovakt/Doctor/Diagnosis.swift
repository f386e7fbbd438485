import Console
import Finance

/// What `saldovakt doctor` found out about one thing.
struct Diagnosis: Sendable, Hashable {
    enum State: String, Sendable, Hashable, CaseIterable {
        case ok
        /// It works; something could be better.
        case hint
        /// Something that a person wrote is wrong.
        case wrong
        /// What the program needs around it is not there.
        case missing

        /// How it stands out; what is fine does not.
        fileprivate var style: TextStyle? {
            switch self {
            case .ok: nil
            case .hint: .yellow
            case .wrong, .missing: .red
            }
        }
    }

    /// What was looked at, a stable word: `settings`, `bank sbanken`.
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

    /// What was found, for people.
    var finding: String { "\(state.rawValue)\t\(subject): \(text)" }

    /// Writes the finding, in the colour of its state, and below it the fix.
    func write() {
        if let style = state.style {
            Terminal.write(finding, in: style)
        } else {
            Terminal.write(finding)
        }
        if let fix { Terminal.write("\tfix: \(fix)") }
    }
}

extension [Diagnosis] {
    /// The status to end with: 1 if something written is wrong, 4 if only the surroundings are.
    var status: ExitStatus {
        if contains(where: { $0.state == .wrong }) { return .wrong }
        return contains { $0.state == .missing } ? .environment : .fine
    }
}
