import CLaunch
import Glibc

/// Starts a program with nothing of ours but what it is given.
struct ChildLaunch {
    /// Why a program could not be started.
    struct Failure: Error {
        /// The system's error number.
        let number: Int32
    }

    /// The program's path and its arguments.
    let command: [String]
    /// Its whole environment.
    let environment: [String: String]
    /// Where it works; `nil`: where this program does.
    let folder: String?

    /// Starts the program with these files as its standard input, output and error.
    ///
    /// An output of -1 goes nowhere.
    func start(input: Int32, output: Int32, errors: Int32) -> Result<pid_t, Failure> {
        guard !command.isEmpty else { return .failure(Failure(number: ENOENT)) }
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        let arguments = command.map { strdup($0) } + [nil]
        let values = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + values { free(text) } }
        var child: pid_t = 0
        let failure = sv_launch(&child, folder, input, output, errors, arguments, values)
        return failure == 0 ? .success(child) : .failure(Failure(number: failure))
    }
}
