import Finance
import Programs
import Recording

/// The texts about a program that should have brought a bank's answer.
///
/// None contains anything of the answer's facts.
enum CommandProblems {
    /// How to start the program with the line that it gets when nothing is known yet.
    private static func byHand(_ id: String) -> String {
        let request = CommandRequest(FetchRequest(), source: id).line.dropLast()
        let line = String(decoding: request, as: UTF8.self)
        return "run it by hand, with \(line) on its input, and see what it writes"
    }

    static let partial = SourceFailure(
        kind: .server, problem: "the program says that its answer is not complete",
        fix: "nothing if it passes; else see why the program can't read everything")

    static let tooOld = SourceFailure(
        kind: .malformed, problem: "the program's answer was observed more than an hour ago",
        fix: "let the program ask the bank again; if it can't, let it end with 75 (come later)")

    static func strangers(_ count: Int) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: "\(count) rows of the program's answer are of accounts that it does not list",
            fix: "list every account that has rows, under the same id")
    }

    static func otherSource(_ id: String) -> SourceFailure {
        SourceFailure(
            kind: .malformed, problem: "the program's answer is for another source",
            fix: "write \"source\":\"\(id)\", as its input says")
    }

    static func notOneLine(_ count: Int) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: count == 0
                ? "the program wrote nothing" : "the program wrote \(count) lines instead of one",
            fix: "write one snapshot line to standard output, anything else to standard error")
    }

    static func unreadable(_ error: RecordingError) -> SourceFailure {
        let place = error.column.map { " in column \($0)" } ?? ""
        return SourceFailure(
            kind: .malformed,
            problem: "the program's answer can't be read: [\(error.fault.code)]\(place)",
            fix: "give its output to 'saldovakt eval', which says what is wrong with it")
    }

    static func reported(_ kind: SourceFailure.Kind) -> SourceFailure {
        let problem =
            switch kind {
            case .unreachable: "the bank can't be reached, says the program"
            case .refused: "the bank refused the credentials, says the program"
            case .throttled: "the bank asked to come later, says the program"
            case .malformed: "the bank's answer can't be read, says the program"
            case .timedOut: "the bank did not answer in time, says the program"
            case .server: "the bank itself fails, says the program"
            }
        let fix = kind == .refused ? "renew the program's credentials" : "nothing if it passes"
        return SourceFailure(kind: kind, problem: problem, fix: fix)
    }

    /// The program ended with 75.
    static func later(_ said: String) -> SourceFailure {
        SourceFailure(
            kind: .throttled, problem: "the program says to come later (75) and said: \(said)",
            fix: "nothing; it is started again at the next poll")
    }

    /// The program ended with a code other than 0 and 75.
    ///
    /// - Parameter said: its complaint, safe to show; empty if it made none.
    static func ended(
        _ ending: ChildReport.ExitReason, _ said: String, of id: String
    ) -> SourceFailure {
        let end = said.isEmpty ? "" : " and said: \(said)"
        return switch ending {
        case .exited(77):
            SourceFailure(
                kind: .refused, problem: "the program says that the bank refused it (77)\(end)",
                fix: "renew the program's credentials")
        case .exited(let code):
            SourceFailure(
                kind: .server, problem: "the program ended with \(code)\(end)", fix: byHand(id))
        case .signalled(let signal):
            SourceFailure(
                kind: .server, problem: "the program was ended by signal \(signal)\(end)",
                fix: "see why it crashes; it is started again at the next poll")
        case .timedOut:
            SourceFailure(
                kind: .timedOut, problem: "the program took too long and was ended\(end)",
                fix: "make it quicker, or set a longer \"timeout\"")
        case .tooLong:
            SourceFailure(
                kind: .malformed, problem: "the program wrote too much and was ended",
                fix: "let it write only the days that its input asks for")
        case .cancelled: .cancelled
        case .notStarted(let number):
            SourceFailure(
                kind: .unreachable,
                problem: "the program can't be started: \(ChildReport.words(number))",
                fix: "check the bank's \"command\" in the settings")
        }
    }
}
