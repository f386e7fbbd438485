import Foundation

/// The statuses that the program ends with; they are a contract with scripts.
enum ExitStatus: Error, Sendable, Hashable {
    /// 0: everything is fine.
    case fine
    /// 1: the thing that was checked is wrong: a rules file, a line of a recording.
    case wrong
    /// 2: the arguments make no sense.
    case usage
    /// 3: warnings under `--strict`.
    case warned
    /// 4: the environment does not allow it: no network, store locked, credentials refused.
    case environment
    /// 130 or 143: ended by SIGINT or SIGTERM after an orderly stop.
    case signalled(Int32)

    /// The number for the operating system.
    var code: Int32 {
        switch self {
        case .fine: 0
        case .wrong: 1
        case .usage: 2
        case .warned: 3
        case .environment: 4
        case .signalled(let signal): 128 + signal
        }
    }

    /// Ends the process.
    func leave() -> Never {
        exit(code)
    }
}
