/// What `saldovakt doctor` found out about one thing.
struct Diagnosis: Sendable, Hashable {
    /// How bad it is.
    enum State: String, Sendable, Hashable, CaseIterable {
        /// As it should be.
        case fine
        /// It works; something could be better.
        case hint
        /// Something that a person wrote is wrong.
        case wrong
        /// What the program needs around it is missing.
        case environment

        /// The mark in front of a line.
        var mark: String {
            switch self {
            case .fine: "ok"
            case .hint: "hint"
            case .wrong: "wrong"
            case .environment: "missing"
            }
        }
    }

    /// What was looked at, a stable word: `settings`, `bank sbanken`.
    let subject: String
    /// How bad it is.
    let state: State
    /// What was found, one line.
    let text: String
    /// What to do now; `nil` if all is fine.
    let fix: String?

    /// All is fine.
    static func fine(_ subject: String, _ text: String) -> Diagnosis {
        Diagnosis(subject: subject, state: .fine, text: text, fix: nil)
    }

    /// One object for programs.
    var json: String {
        JSONText.object([
            ("check", JSONText.string(subject)), ("state", JSONText.string(state.rawValue)),
            ("text", JSONText.string(text)), ("fix", JSONText.string(fix)),
        ])
    }

    /// One line for people, two with a fix.
    var lines: [String] {
        ["\(state.mark)\t\(subject): \(text)"] + [fix.map { "\tfix: \($0)" }].compactMap(\.self)
    }
}

extension [Diagnosis] {
    /// The status to end with: 1 if something written is wrong, 4 if only the surroundings are.
    var status: ExitStatus {
        if contains(where: { $0.state == .wrong }) { return .wrong }
        return contains { $0.state == .environment } ? .environment : .fine
    }
}
