import Foundation

/// One thing that a rule on a condition speaks of by itself: an account, a sum, a bank.
struct LevelUnit {
    /// What the alert is about.
    let subject: Subject
    /// The account it is about, if it is about one.
    let account: UUID?
    /// For whom quantities are read.
    var context: ReadingContext
}
