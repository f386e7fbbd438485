import Foundation
import Synchronization

/// The answers of one poll, which asks nothing twice.
///
/// Answers may be asked for ahead, to see whether they are those of the poll before: then there is
/// nothing to read. What has been asked ahead is given to who asks later.
final class SbankenAnswers: Sendable {
    /// An answer whose status was fine.
    struct Answer: Sendable {
        /// What was asked.
        let question: SbankenQuestion
        /// The body as sent.
        let body: [UInt8]

        /// Whether a body is the same, byte for byte.
        func repeats(in other: [UInt8]) -> Bool {
            guard body.count == other.count else { return false }
            // Many at once: every byte of a poll is compared.
            return body.withUnsafeBytes { own in
                other.withUnsafeBytes { bytes in
                    guard let own = own.baseAddress, let other = bytes.baseAddress else {
                        return true
                    }
                    return memcmp(own, other, bytes.count) == 0
                }
            }
        }
    }

    private typealias Outcome = Result<[UInt8], SbankenTrouble>

    private struct State: Sendable {
        /// In the order of the questions, which is that in which they are wanted later.
        var ahead: [(question: SbankenQuestion, outcome: Outcome)] = []
        var given: [Answer] = []
        var hasFailed = false

        mutating func takeAhead(_ question: SbankenQuestion) -> Outcome? {
            guard let place = ahead.firstIndex(where: { $0.question == question }) else {
                return nil
            }
            return ahead.remove(at: place).outcome
        }
    }

    private let state = Mutex(State())

    /// The answers that were good, in the order in which they were first wanted.
    var given: [Answer] { state.withLock(\.given) }

    /// Whether some answer that was wanted was not good.
    var haveFailed: Bool { state.withLock(\.hasFailed) }

    /// Asks ahead; `nil` if there is no good answer, which who asks later is told.
    func ahead(
        _ question: SbankenQuestion, ask: () async throws(SbankenTrouble) -> [UInt8]
    ) async -> [UInt8]? {
        let outcome: Outcome
        do throws(SbankenTrouble) { outcome = .success(try await ask()) } catch {
            outcome = .failure(error)
        }
        state.withLock { $0.ahead.append((question, outcome)) }
        return try? outcome.get()
    }

    /// The answer, asked for now unless it was asked for ahead.
    func answer(
        to question: SbankenQuestion, ask: () async throws(SbankenTrouble) -> [UInt8]
    ) async throws(SbankenTrouble) -> [UInt8] {
        do throws(SbankenTrouble) {
            let known = state.withLock { $0.takeAhead(question) }
            let body = if let known { try known.get() } else { try await ask() }
            state.withLock { $0.given.append(Answer(question: question, body: body)) }
            return body
        } catch {
            state.withLock { $0.hasFailed = true }
            throw error
        }
    }
}
