package import Finance
import Foundation

/// Asks for secrets: on the terminal, showing nothing of what is typed, or line by line from a pipe.
package struct SecretPrompt: Sendable {
    private let keyboard: Keyboard?

    /// Asks on the terminal if standard input is one.
    ///
    /// - Throws: ``CommandFailure`` if it is one that can't be used.
    package init() throws(CommandFailure) {
        guard isatty(STDIN_FILENO) == 1 else {
            keyboard = nil
            return
        }
        guard let keyboard = Keyboard() else {
            throw CommandFailure(
                .environment, code: "no-terminal", problem: "there is no terminal to ask on",
                fix: "write the answers to standard input, one a line")
        }
        self.keyboard = keyboard
    }

    /// The answers to the questions, in order; an empty answer is `nil`.
    ///
    /// - Throws: the ``ExitStatus`` of leaving: 130, or that of a signal.
    package func answers(to questions: [String]) async throws -> [Secret?] {
        guard let keyboard else {
            return questions.map { _ in Self.secret(readLine() ?? "") }
        }
        defer { keyboard.close() }
        var answers: [Secret?] = []
        var events = keyboard.events.makeAsyncIterator()
        for question in questions {
            keyboard.write("\(question): ")
            // Also when somebody leaves: what comes next begins a line.
            defer { keyboard.write("\r\n") }
            var text = ""
            while try Self.goesOn(after: await events.next(), &text) {}
            answers.append(Self.secret(text))
        }
        return answers
    }

    /// Takes one key into an answer; `false` when it is whole.
    private static func goesOn(after event: KeyboardEvent?, _ text: inout String) throws -> Bool {
        switch event {
        case .key(.enter): return false
        case .key(.character(let character)): text.append(character)
        case .key(.backspace): text = String(text.dropLast())
        case .key(.clear): text = ""
        case .key(.interrupt), .key(.escape), .key(.endOfInput):
            throw ExitStatus.signalled(SIGINT)
        case .ended(let signal): throw ExitStatus.signalled(signal)
        case .key, .redraw: break
        case nil: throw ExitStatus.signalled(SIGHUP)
        }
        return true
    }

    private static func secret(_ text: String) -> Secret? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : Secret(trimmed)
    }
}
