import Finance
import Foundation

/// All that an answer brings that repeats the last one while nothing moves.
struct Repetition: Sendable {
    /// The bank, which has answered once more.
    let source: SourceFacts
    /// When all its accounts were read again.
    let readAt: Date
}
