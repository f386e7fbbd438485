extension SentenceChecker {
    /// Refuses what can be said but is not evaluated in this version: what compares a transaction
    /// with earlier ones asks about a new one, and about no other.
    mutating func checkAvailability() {
        if case .event(let event) = sentence.body, case .new = event.trigger { return }
        for filter in sentence.body.filters where filter.kind.needsHistory {
            let name =
                filter.kind == .atNewMerchant ? "at a new merchant" : "above the previous one"
            add(
                "not-available", at: filter.span,
                "\"\(name)\" is available in rules on new transactions only, such as "
                    + "\"new debit \(name == "at a new merchant" ? name : "over 5% \(name)")\"")
        }
    }
}
