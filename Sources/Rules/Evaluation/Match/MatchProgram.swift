import Finance

/// A noun and its filters, flat: what a transaction must be to match.
///
/// Everything of variable size lies in the shared ``MatchPool``; a program is plain numbers, so
/// that many of them in one array are run without touching a reference count.
struct MatchProgram: Sendable {
    /// The kinds of transaction.
    var kinds: TransactionKinds
    /// The smallest amount without sign, in thousandths, inclusive.
    var lower = Int64.min
    /// The largest amount without sign, in thousandths, inclusive.
    var upper = Int64.max
    /// The index of the currency that amounts in the sentence have; −1 without one.
    var currency: Int32 = -1
    /// The index of the currency of `in NOK`; −1 without such a filter.
    var madeIn: Int32 = -1
    /// Whether it must be made in another currency than the account's.
    var isForeign = false
    /// Whether own transfers are left out.
    var exceptsOwnTransfers = false
    /// The index of the accounts; −1 is every account.
    var accounts: Int32 = -1
    /// Where the text tests lie; all of them must hold.
    var tests: Range<Int32> = 0..<0
    /// Where the categories lie; one of them must hold if there are any.
    var categories: Range<Int32> = 0..<0

    /// Makes a program without filters.
    init(kinds: TransactionKinds) {
        self.kinds = kinds
    }
}
