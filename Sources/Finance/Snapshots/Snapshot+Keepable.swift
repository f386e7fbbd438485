import Foundation

extension Snapshot {
    /// The first identifier in the answer that can't be kept whole, as what is wrong with it (D85);
    /// `nil` if every one can.
    ///
    /// An identifier with a control character would be stored up to it, or stand for another one. Two
    /// accounts whose identifiers differ only in how letters are composed would share their rows.
    public var identifierProblem: IdentifierProblem? {
        let accountIDs = accounts.map(\.details.bankAccountID)
        let hasControlCharacter =
            accountIDs.contains(where: \.hasControlCharacter)
            || transactions.contains {
                $0.bankAccountID.hasControlCharacter
                    || $0.bankTransactionID?.hasControlCharacter == true
            }
            || (scheduled ?? []).contains {
                $0.bankAccountID.hasControlCharacter || $0.id.hasControlCharacter
            } || (cards ?? []).contains { $0.id.hasControlCharacter }
        guard !hasControlCharacter else { return .controlCharacter }
        // Texts are equal in Swift where their letters are, however those are composed.
        let spellings = Set(accountIDs.map { Array($0.utf8) })
        return spellings.count > Set(accountIDs).count ? .sameLetters : nil
    }

    /// Why an identifier can't be kept.
    public enum IdentifierProblem: String, Sendable, Hashable {
        case controlCharacter = "an identifier has a control character"
        /// Another one consists of the same letters, composed otherwise.
        case sameLetters = "identifiers of two accounts differ only in how letters are composed"
    }

    /// The answer as it can be kept: a failed one if an identifier can't, and texts of a sensible length,
    /// with a visible mark in place of what would cut them off, and without people's identity numbers.
    public func keepable() -> Snapshot {
        if let problem = identifierProblem {
            let failure = SourceFailure(
                kind: .malformed, problem: problem.rawValue,
                fix: "nothing was kept of this answer; report it to the bank if it stays so")
            return Snapshot(source: source, observedAt: observedAt, failure: failure)
        }
        guard hasTextToMark else { return self }
        return Snapshot(
            source: source, observedAt: observedAt, outcome: outcome,
            accounts: accounts.map { account in
                var account = account
                account.details.displayName = account.details.displayName.marked
                account.details.accountDescription = account.details.accountDescription?.marked
                return account
            }, transactions: transactions.map(\.marked),
            scheduled: scheduled?.map { item in
                ScheduledItem(
                    bankAccountID: item.bankAccountID, id: item.id, amount: item.amount,
                    due: item.due, text: item.text?.marked, kind: item.kind)
            }, shortfalls: shortfalls, cards: cards, signInExpires: signInExpires,
            tolerances: tolerances)
    }

    private var hasTextToMark: Bool {
        accounts.contains { account in
            account.details.displayName.isMarked
                || account.details.accountDescription?.isMarked == true
        } || transactions.contains(where: \.isMarked)
            || (scheduled ?? []).contains { $0.text?.isMarked == true }
    }
}

extension TransactionObservation {
    fileprivate var isMarked: Bool {
        text?.isMarked == true || merchantName?.isMarked == true
            || counterparty?.name?.isMarked == true
    }

    /// The same row with its texts marked.
    package var marked: TransactionObservation {
        guard isMarked else { return self }
        var row = self
        row.text = text?.marked
        row.merchantName = merchantName?.marked
        row.counterparty = counterparty.map {
            Counterparty(name: $0.name?.marked, account: $0.account)
        }
        return row
    }
}

extension String {
    /// Whether it has a character that is no letter, sign or space of a text (category Cc).
    package var hasControlCharacter: Bool {
        utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
            && unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Whether it has the character at which SQLite and C end a text, is longer than any bank's, or
    /// says who somebody is.
    fileprivate var isMarked: Bool {
        utf8.contains(0) || utf8.count > Self.longestInBytes || NationalIdentityNumber.isIn(self)
    }

    /// The text with a visible mark for each such character, and for what is cut off or hidden.
    ///
    /// Comparing texts with many marks over one letter takes time by their square.
    package var marked: String {
        guard isMarked else { return self }
        var scalars = unicodeScalars
        if utf8.count > Self.longestInBytes {
            scalars = String.UnicodeScalarView(scalars.prefix(Self.longestInBytes / 4 - 1))
            scalars.append("\u{FFFD}")
        }
        return NationalIdentityNumber.masked(String(scalars).replacing("\0", with: "\u{FFFD}"))
    }

    private static let longestInBytes = 4_000
}
