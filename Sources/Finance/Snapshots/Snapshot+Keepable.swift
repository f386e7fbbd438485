import Foundation

extension Snapshot {
    /// The problem of the first identifier in the answer that can't be stored unchanged (D85);
    /// `nil` if there is none.
    ///
    /// An identifier with a control character would be truncated when stored, or match another one.
    /// Two accounts whose identifiers differ only in how letters are composed would share their
    /// rows.
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
        // Swift compares texts by their letters, however those are composed.
        let spellings = Set(accountIDs.map { Array($0.utf8) })
        return spellings.count > Set(accountIDs).count ? .sameLetters : nil
    }

    /// Why an identifier can't be stored.
    public enum IdentifierProblem: String, Sendable, Hashable {
        case controlCharacter = "an identifier has a control character"
        /// Another one has the same letters, composed differently.
        case sameLetters = "identifiers of two accounts differ only in how letters are composed"
    }

    /// Returns the answer as it can be stored; a failed one if an identifier can't be stored.
    ///
    /// Texts are cut to a sensible length, characters that would truncate them are replaced with a
    /// visible mark, and people's identity numbers are masked. Rows of a day more than a year ahead
    /// are left out with a remark: such a day was read in a wrong form.
    public func keepable() -> Snapshot {
        if let problem = identifierProblem {
            let failure = SourceFailure(
                kind: .malformed, problem: problem.rawValue,
                fix: "nothing was kept of this answer; report it to the bank if it stays so")
            return Snapshot(source: source, observedAt: observedAt, failure: failure)
        }
        let last = CalendarDay(of: observedAt, in: .gmt).adding(days: Self.longestAhead)
        let isFar = { (row: TransactionObservation) in max(row.date, row.posted ?? row.date) > last
        }
        let far = transactions.filter(isFar)
        guard !far.isEmpty || hasTextToMark else { return self }
        return changed(
            outcome: far.isEmpty ? outcome : .partial,
            transactions: far.isEmpty ? transactions : transactions.filter { !isFar($0) },
            shortfalls: shortfalls + remarks(onFar: far)
        ) { $0.marked }
    }

    /// Returns the answer with a mark in place of each secret that its texts and problems repeat.
    ///
    /// Identifiers and account numbers stay, because accounts and rows are recognised by them.
    package func hiding(_ secrets: [Secret]) -> Snapshot {
        guard !secrets.isEmpty else { return self }
        let hide = { (text: String) in text.hiding(secrets) }
        let shortfalls = shortfalls.map { $0.changed(hide) }
        if case .failed(let failure) = outcome {
            return changed(
                outcome: .failed(failure.changed(hide)), transactions: transactions,
                shortfalls: shortfalls, texts: hide)
        }
        return changed(
            outcome: outcome, transactions: transactions, shortfalls: shortfalls, texts: hide)
    }

    /// Returns the answer with these parts, and with each text for people changed.
    private func changed(
        outcome: SnapshotOutcome, transactions: [TransactionObservation],
        shortfalls: [SourceFailure], texts change: (String) -> String
    ) -> Snapshot {
        Snapshot(
            source: source, observedAt: observedAt, outcome: outcome,
            accounts: accounts.map { account in
                var account = account
                account.details.displayName = change(account.details.displayName)
                account.details.accountDescription =
                    account.details.accountDescription.map(change)
                return account
            },
            transactions: transactions.map { $0.changed(change) },
            scheduled: scheduled?.map { item in
                ScheduledItem(
                    bankAccountID: item.bankAccountID, id: item.id, amount: item.amount,
                    due: item.due, text: item.text.map(change), kind: item.kind)
            }, shortfalls: shortfalls, cards: cards,
            signInExpires: signInExpires, tolerances: tolerances)
    }

    /// How many days ahead of an answer the day of a row may be.
    private static let longestAhead = 366

    private func remarks(onFar rows: [TransactionObservation]) -> [SourceFailure] {
        Dictionary(grouping: rows, by: \.bankAccountID).sorted { $0.key < $1.key }.map { id, rows in
            let name = accounts.first { $0.details.bankAccountID == id }?.details.displayName ?? id
            let days = rows.map { max($0.date, $0.posted ?? $0.date) }
            let first = days.min().map { ", such as \($0)" } ?? ""
            return SourceFailure(
                kind: .malformed,
                problem: "account '\(VisibleText.line(name.marked))': rows of days more than a year"
                    + " ahead\(first)",
                fix: "nothing, they are left out; in a file of your own correct the day, or how the"
                    + " settings say that days are written")
        }
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
    package var marked: TransactionObservation { isMarked ? changed { $0.marked } : self }

    fileprivate func changed(_ change: (String) -> String) -> TransactionObservation {
        var row = self
        row.text = text.map(change)
        row.merchantName = merchantName.map(change)
        row.counterparty = counterparty.map {
            Counterparty(name: $0.name.map(change), account: $0.account)
        }
        return row
    }
}

extension SourceFailure {
    fileprivate func changed(_ change: (String) -> String) -> SourceFailure {
        let changed = SourceFailure(kind: kind, problem: change(problem), fix: change(fix))
        return isRemark ? changed.asRemark : changed
    }
}

extension String {
    /// Whether it has a control character (category Cc).
    package var hasControlCharacter: Bool {
        utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
            && unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Whether only the same bytes are equal to it: it is in Unicode's NFC form.
    ///
    /// Swift compares texts by that form, databases by bytes. Foundation's tables of it are older
    /// than Swift's, so characters of Unicode 16 and later do not count.
    package var isComposed: Bool {
        utf8.allSatisfy { $0 < 0xCC }
            || unicodeScalars.allSatisfy { ($0.properties.age?.major ?? .max) < 16 }
                && precomposedStringWithCanonicalMapping.utf8.elementsEqual(utf8)
    }

    /// Returns the text with a mark in place of each secret of at least eight bytes.
    ///
    /// A text may contain shorter ones by coincidence.
    package func hiding(_ secrets: [Secret]) -> String {
        let length = utf8.count
        let known = secrets.map { $0.reveal().utf8 }.filter { 8 <= $0.count && $0.count <= length }
        // The longest first, because a secret may be a part of another. By bytes, because an accent
        // behind a secret changes its last character.
        return known.sorted { $0.count > $1.count }.reduce(self) { text, secret in
            let shown = Array(text.utf8).replacing(Array(secret), with: Array("…".utf8))
            return String(decoding: shown, as: UTF8.self)
        }
    }

    /// Whether it has the character at which SQLite and C end a text, is longer than any bank's, or
    /// contains an identity number.
    fileprivate var isMarked: Bool {
        utf8.contains(0) || utf8.count > Self.longestInBytes || NationalIdentityNumber.isIn(self)
    }

    /// The text with a visible mark for each such character, and for parts that are cut off or
    /// masked.
    ///
    /// Texts are cut because comparing ones with many marks over one letter takes quadratic time.
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
