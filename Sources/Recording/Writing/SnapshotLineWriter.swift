public import Finance
import Glibc

/// Writes snapshots and bare transactions as lines of a recording.
///
/// The same value always gives the same bytes. A bank's account numbers are written in full: a
/// recording is as private as the database.
public struct SnapshotLineWriter: Sendable {
    public init() {}

    /// One line without its line break.
    ///
    /// Of a failure the line contains the kind, of a throttled answer the whole seconds to wait.
    public func line(_ snapshot: Snapshot) -> [UInt8] {
        JSONWriter.object { json in
            json.add("observedAt", snapshot.observedAt)
            json.add("source", snapshot.source)
            add(snapshot.outcome, to: &json)
            if snapshot.outcome.hasFacts { json.facts(of: snapshot) }
        }
    }

    /// One line without its line break.
    public func line(_ transaction: BareTransactionLine) -> [UInt8] {
        JSONWriter.object { $0.members(of: transaction) }
    }

    private func add(_ outcome: SnapshotOutcome, to json: inout JSONWriter) {
        switch outcome {
        case .complete: json.add("outcome", "complete")
        case .partial: json.add("outcome", "partial")
        case .throttled(let retryAfter):
            json.add("outcome", "throttled")
            json.add("error", "throttled")
            if let retryAfter { json.add("retryAfter", Self.wholeSeconds(retryAfter)) }
        case .failed(let failure):
            json.add("outcome", "failed")
            json.add("error", failure.kind.rawValue)
        }
    }

    /// Whole seconds, rounded up, so that nobody asks too early.
    private static func wholeSeconds(_ duration: Duration) -> Int {
        let (seconds, rest) = duration.components
        return Int(clamping: max(0, rest > 0 ? seconds + 1 : seconds))
    }
}

extension JSONWriter {
    /// Writes accounts, transactions and scheduled items as members.
    fileprivate mutating func facts(of snapshot: Snapshot) {
        add("accounts", list: snapshot.accounts) { json, account in
            json.object { $0.members(of: account) }
        }
        add("transactions", list: snapshot.transactions) { json, row in
            json.object { $0.members(of: row) }
        }
        guard let scheduled = snapshot.scheduled else { return }
        let currencies = snapshot.accounts.map { ($0.details.bankAccountID, $0.details.currency) }
        add("scheduled", list: scheduled) { json, item in
            let usual = currencies.first { $0.0 == item.bankAccountID }?.1 ?? .nok
            json.object { $0.members(of: item, usualCurrency: usual) }
        }
    }

    private mutating func members(of account: AccountObservation) {
        add("id", account.details.bankAccountID)
        add("name", account.details.displayName)
        add("kind", account.kind.rawValue)
        add("currency", account.details.currency.code)
        add("number", account.details.accountNumber?.digits)
        add("booked", account.booked?.decimalText)
        add("available", account.available?.decimalText)
        add("creditLimit", account.creditLimit?.decimalText)
        if let from = account.coveredFrom { add("from", from.description) }
    }

    private mutating func members(of row: TransactionObservation) {
        add("account", row.bankAccountID)
        add("id", row.bankTransactionID)
        add("amount", row.amount.decimalText)
        add("currency", row.amount.currency.code)
        add("status", row.status.rawValue)
        add("date", row.date.description)
        add("posted", row.posted?.description)
        add("text", row.text)
        add("merchant", row.merchantName)
        add("mcc", row.merchantCategoryCode?.description)
        add("type", row.type.rawValue)
        add("foreign", row.foreign) { json, foreign in json.object { $0.members(of: foreign) } }
        add("counterparty", row.counterparty) { json, counterparty in
            json.object { $0.members(of: counterparty) }
        }
        if row.isOwnTransfer { add("ownTransfer", true) }
    }

    private mutating func members(of foreign: ForeignAmount) {
        add("amount", foreign.amount.decimalText)
        add("currency", foreign.amount.currency.code)
        if let rate = foreign.exchangeRate { add("rate", rate) }
    }

    private mutating func members(of counterparty: Counterparty) {
        if let name = counterparty.name { add("name", name) }
        if let account = counterparty.account { add("account", account.digits) }
    }

    private mutating func members(of item: ScheduledItem, usualCurrency: Currency) {
        add("account", item.bankAccountID)
        add("id", item.id)
        add("amount", item.amount.decimalText)
        if item.amount.currency != usualCurrency { add("currency", item.amount.currency.code) }
        add("due", item.due.description)
        add("text", item.text)
        add("kind", item.kind.rawValue)
    }
}

extension JSONWriter {
    /// Writes the members of a bare transaction; what is the default is left out.
    fileprivate mutating func members(of line: BareTransactionLine) {
        let row = line.row
        add("account", row.bankAccountID)
        add("amount", row.amount.decimalText)
        add("date", row.date.description)
        if let time = line.time { add("time", time) }
        if row.amount.currency != .nok { add("currency", row.amount.currency.code) }
        if row.status != .booked { add("status", row.status.rawValue) }
        if let text = row.text { add("text", text) }
        if let merchant = row.merchantName { add("merchant", merchant) }
        if let code = row.merchantCategoryCode { add("mcc", code.description) }
        if row.type != .unknown { add("type", row.type.rawValue) }
    }
}

/// A file to which snapshots are appended as lines; it becomes readable by its owner alone.
///
/// Each line is written with one system call, so that a recording has complete lines even if other
/// programs append to it. A line that a full disk or a kill has truncated stays alone on its line,
/// and a reader reports it.
public final class RecordingFile: Sendable {
    private let descriptor: Int32
    /// The file opened for reading; -1 for a pipe, and for a file that is only writable.
    private let reading: Int32

    public init(path: String) throws(RecordingFileError) {
        // Not for reading too: a pipe whose reader is gone would block instead of failing.
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordingFileError(errno) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // The mode above is only that of a new file.
        if isFile { fchmod(descriptor, 0o600) }
        reading = isFile ? open(path, O_RDONLY | O_CLOEXEC) : -1
    }

    deinit {
        close(descriptor)
        if reading >= 0 { close(reading) }
    }

    public func append(_ snapshot: Snapshot) throws(RecordingFileError) {
        let line = (endsMidLine ? [0x0A] : []) + SnapshotLineWriter().line(snapshot) + [0x0A]
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else { throw RecordingFileError(written < 0 ? errno : ENOSPC) }
    }

    private var endsMidLine: Bool {
        var last: UInt8 = 0x0A
        let end = lseek(reading, 0, SEEK_END)
        return end > 0 && pread(reading, &last, 1, end - 1) == 1 && last != 0x0A
    }
}

/// Why a recording could not be opened or written.
public struct RecordingFileError: Error, Sendable, Equatable {
    public let reason: String

    init(_ number: Int32) { reason = String(cString: strerror(number)) }
}
