/// What the faults that come and go count.
struct BankCounters: Sendable {
    /// API calls so far.
    var calls = 0
    /// Answers with rows so far, by account id.
    var answers: [String: Int] = [:]
    /// Lists shuffled so far.
    var shuffles = 0
    /// Errors told so far.
    var traces = 0
}
