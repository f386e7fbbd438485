import Finance
import HTTP
import Recording
import Threads
import Watch

/// A bank whose answers are kept in a recording as they come.
///
/// A recording that can't be written any more is complained about once and never holds a poll up.
struct RecordedSource: BankSource {
    /// The bank that is asked.
    let bank: any BankSource
    /// Where its answers go.
    let file: RecordingFile
    private let hasFailed = Lock(false)

    /// The bank's name in the settings.
    var id: String { bank.id }

    private let warn: @Sendable (String) -> Void

    /// Keeps the answers of `bank` in `file`; `warn` is told when that can't be done any more.
    init(
        _ bank: any BankSource, in file: RecordingFile, warn: @escaping @Sendable (String) -> Void
    ) {
        self.bank = bank
        self.file = file
        self.warn = warn
    }

    /// Asks the bank once; see ``Finance/BankSource``.
    func fetch(_ request: FetchRequest) async -> Snapshot {
        let snapshot = await bank.fetch(request)
        do {
            try file.append(snapshot)
            hasFailed.withLock { $0 = false }
        } catch {
            let isFirst = hasFailed.withLock { failed in
                defer { failed = true }
                return !failed
            }
            if isFirst { warn(Self.failure(error).text) }
        }
        return snapshot
    }

    /// What is said about a recording that can't be written.
    static func failure(_ error: RecordingFileError) -> CommandFailure {
        CommandFailure(
            .environment, where: "--record", code: "recording",
            problem: "the recording can't be written: \(error.reason)",
            fix: "name a file in a folder of yours with room on its disk")
    }
}

extension WatchParts.PolledSource {
    /// The same bank, its answers kept in `file` if there is one.
    func recorded(
        in file: RecordingFile?, warn: @escaping @Sendable (String) -> Void
    ) -> WatchParts.PolledSource {
        guard let file else { return self }
        return WatchParts.PolledSource(
            source: RecordedSource(source, in: file, warn: warn), interval: interval)
    }
}
