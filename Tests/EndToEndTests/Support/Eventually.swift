import Foundation
import Testing

/// Asks a foreign process's traces again and again until they answer; fails after a minute.
///
/// The only way to wait for a program that can't tell us: nothing depends on how long it takes.
func eventually<Answer>(
    _ what: @autoclosure () -> String, within limit: Duration = .seconds(60),
    _ answer: () throws -> Answer?
) async throws -> Answer {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if let found = try answer() { return found }
        try await Task.sleep(for: .milliseconds(20))
    }
    throw DidNotHappen(what: what())
}

/// What was waited for in vain.
struct DidNotHappen: Error, CustomStringConvertible {
    let what: String

    var description: String { "did not happen within the limit: \(what)" }
}
