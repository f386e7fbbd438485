public import BankFiles
public import Finance
public import Foundation
import Settings
import Threads

/// A folder into which a person puts files of a bank.
///
/// Every file is read, none is changed or removed. All files together are one answer. If nothing
/// has changed since the last poll, the answer has no accounts, so that their figures stay as old
/// as the files. Only the store knows what was read: reading a file again changes nothing.
public final class FilesSource: BankSource {
    public let id: String
    private let folder: String
    private let profile: CSVProfile?
    private let account: StatementAccount
    private let zone: TimeZone
    private let clock: any WallClock
    private let memory = Lock(Memory())

    /// The results of the last poll of the folder.
    private struct Memory {
        var stamps: [String: FileStamp] = [:]
        var through: [String: CalendarDay] = [:]
        var shortfalls: [SourceFailure] = []
        /// What a person should know although nothing of the files is missing.
        var remarks: [SourceFailure] = []
    }

    /// For how many seconds a file must be unchanged before it is read, and how often that is
    /// checked.
    private static let settling = 3.0
    private static let longestWait = 10

    public init(
        id: String, folder: String, profile: CSVProfile?, account: StatementAccount, zone: TimeZone,
        clock: any WallClock
    ) {
        self.id = id
        self.folder = folder
        self.profile = profile
        self.account = account
        self.zone = zone
        self.clock = clock
    }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        do throws(SourceFailure) {
            let stamps = try await settledFiles()
            let last = memory.withLock { $0 }
            if stamps == last.stamps, isKnown(last.through, request) {
                return snapshot(last)
            }
            return try read(stamps, request)
        } catch { return Snapshot(source: id, observedAt: clock.now, failure: error) }
    }

    /// Whether the last answer was stored and needs no confirmation.
    private func isKnown(_ through: [String: CalendarDay], _ request: FetchRequest) -> Bool {
        through.allSatisfy { number, day in
            !request.doubted.contains(number)
                && request.knownThrough[number].map { $0 >= day } ?? false
        }
    }

    private func read(
        _ stamps: [String: FileStamp], _ request: FetchRequest
    ) throws(SourceFailure) -> Snapshot {
        var next = Memory(stamps: stamps)
        var files: [StatementMerge.File] = []
        let kinds = request.knownThrough.keys.map { ($0, request.cards.contains($0)) }
        var lists = MixedLists(
            known: Dictionary(kinds) { $1 }, currencies: request.currencies)
        // The oldest first: of two kinds of lists the one that came later is the misplaced one.
        for (name, stamp) in stamps.sorted(by: {
            ($0.value.modified, $0.key) < ($1.value.modified, $1.key)
        }) {
            guard !Task.isCancelled else { throw .cancelled }
            do throws(SourceFailure) {
                files.append(
                    StatementMerge.File(
                        try content(name, stamp, among: &lists), modified: stamp.modified))
            } catch { next.shortfalls.append(error) }
        }
        let merge = StatementMerge(
            files, source: id, account: account, zone: zone, currencies: request.currencies)
        next.shortfalls += merge.incomplete.map(Self.incomplete)
        let filtered = merge.contradictions
        next.shortfalls += filtered.map(Self.filtered)
        // The person decides which of the files is whole.
        let held = Set(filtered.map(\.account))
        next.remarks = merge.missingStatements(known: request.knownFrom).map {
            Self.gap($0.account, $0.text).asRemark
        }
        // Files with days in the future have not covered those yet.
        let today = CalendarDay(of: clock.now, in: zone)
        next.through = merge.through.filter { !held.contains($0.key) }
            .mapValues { min($0, today) }
        memory.withLock { $0 = next }
        let answer = merge.observed(at: clock.now, known: request.knownThrough)
        return snapshot(
            next, answer.accounts.filter { !held.contains($0.details.bankAccountID) },
            held.isEmpty ? answer.rows : answer.rows.filter { !held.contains($0.bankAccountID) },
            tolerances: .files(merge))
    }

    private func snapshot(
        _ found: Memory, _ accounts: [AccountObservation] = [],
        _ rows: [TransactionObservation] = [], tolerances: IdentityTolerances = .standard
    ) -> Snapshot {
        Snapshot(
            source: id, observedAt: clock.now,
            outcome: found.shortfalls.isEmpty ? .complete : .partial, accounts: accounts,
            transactions: rows, shortfalls: found.shortfalls + found.remarks,
            tolerances: tolerances)
    }

    private func content(
        _ name: String, _ stamp: FileStamp, among lists: inout MixedLists
    ) throws(SourceFailure) -> StatementFile {
        guard stamp.size <= StatementReader.longestFile else {
            throw Self.unreadable(name, "it is longer than 64 MB", fix: "download a shorter period")
        }
        guard let data = FileManager.default.contents(atPath: folder + "/" + name) else {
            throw Self.unreadable(name, "it can't be opened", fix: "make it readable for you")
        }
        do throws(StatementFileError) {
            let file = try StatementReader.read(Array(data), profile: profile, account: account)
            try lists.check(file, name: name)
            return file
        } catch { throw Self.unreadable(error.place(in: name), error.problem, fix: error.fix) }
    }

    private static func filtered(_ account: String, until day: CalendarDay) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: "two files of account …\(account.suffix(4)) have different transactions on "
                + "the same days up to \(day)",
            fix: "download those days again without a filter, and take the filtered files away;"
                + " until then nothing of the account is taken in")
    }

    private static func gap(_ account: String, _ missing: String) -> SourceFailure {
        SourceFailure(
            kind: .malformed, problem: "account …\(account.suffix(4)): \(missing)",
            fix: "download it and put it into the folder: rules that add up those days wait for it")
    }

    private static func incomplete(_ account: String, _ problem: String) -> SourceFailure {
        SourceFailure(
            kind: .malformed,
            problem: "a statement of account …\(account.suffix(4)) is not whole: \(problem)",
            fix: "put all pages of it into the folder; until then nothing of it is taken in")
    }

    private static func unreadable(
        _ place: String, _ problem: String, fix: String
    ) -> SourceFailure {
        SourceFailure(
            kind: .malformed, problem: "\(place): \(problem)",
            fix: "\(fix); nothing of the file was taken in")
    }

    // MARK: The folder

    /// The files of the folder, once those that were just written have settled.
    private func settledFiles() async throws(SourceFailure) -> [String: FileStamp] {
        let known = memory.withLock { $0.stamps }
        var stamps = try list()
        for _ in 0..<Self.longestWait {
            let limit = clock.now.addingTimeInterval(-Self.settling)
            let young = stamps.filter { $0.value.modified > limit && known[$0.key] != $0.value }
            guard !young.isEmpty else { return stamps }
            do { try await clock.sleep(until: clock.now.addingTimeInterval(Self.settling)) } catch {
                throw .cancelled
            }
            let again = try list()
            if again == stamps { return again }
            stamps = again
        }
        // A file that is still being written is read at the next poll.
        let limit = clock.now.addingTimeInterval(-Self.settling)
        return stamps.filter { $0.value.modified <= limit }
    }

    private func list() throws(SourceFailure) -> [String: FileStamp] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw SourceFailure(
                kind: .unreachable, problem: "the folder of the bank's files can't be read",
                fix: "make it, or correct \"folder\" in the settings")
        }
        var stamps: [String: FileStamp] = [:]
        for name in names where !Self.isUnfinished(name) {
            let stamp = FileStamp(path: folder + "/" + name)
            if stamp?.isFile == true { stamps[name] = stamp }
        }
        return stamps
    }

    /// Whether its name says that a browser or an editor is still writing it.
    private static func isUnfinished(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasSuffix("~")
            || [".part", ".crdownload", ".download", ".tmp"].contains { name.hasSuffix($0) }
    }
}

extension IdentityTolerances {
    /// The tolerances for files: they come from the banks that ``enableBanking`` reaches, and their
    /// rows have no ids either.
    ///
    /// A file lists its days completely. A booked row that is gone from its day beside a new one of
    /// the same amount was therefore only rewritten. Where reservations have days of their own, one
    /// of another day is another purchase.
    public static func files(_ merge: StatementMerge) -> IdentityTolerances {
        IdentityTolerances(
            daysToBooking: 7, reservationShift: merge.hasUndatedReservations ? 7 : 0,
            replacesTexts: true)
    }
}
