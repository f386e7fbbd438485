import Alerts
import ArgumentParser
import Channels
import Console
import Finance
import Foundation
import Report
import Rules
import Settings
import Store
import Threads

/// `saldovakt report`: writes a page with charts.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes a page with balances, spending, payments and alerts.",
        discussion: """
            Reads what was stored; it asks no bank. The page is one HTML file that needs neither \
            network nor scripts. Limits of your rules are drawn into the balances. Only you can read the \
            file: it holds what your bank says.
            """)

    @Option(
        help: .value(
            "day", "From this day on; without it the last three months and the current one."))
    var since: CalendarDay?

    @Option(help: "Only this account: its name, or the end of its number.") var account: String?

    @Option(help: .value("file", "Where to write it; - is standard output."), completion: .file())
    var out = "saldovakt-report.html"

    @Flag(help: "Open it in the browser.") var open = false

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func validate() throws {
        guard !(open && out == "-") else {
            throw ValidationError("choose one of --open and --out -")
        }
    }

    func run() async throws {
        let configuration = try settings.load()
        let page = try await ReportPage(
            try state.alerts(), state.folder, configuration, rules.readable(by: configuration),
            account: account, since: since, at: SystemClock().now)
        let html = page.html
        guard out != "-" else { return _ = Terminal.put(html) }
        try RulesText.replace(out, with: Array(html.utf8), what: "report", mode: 0o600)
        let file = URL(filePath: out).standardizedFileURL
        Terminal.write(file.path)
        guard open, await !DesktopBrowser.open(file.absoluteString) else { return }
        throw CommandFailure(
            .environment, where: "--open", code: "no-browser",
            problem: "no browser could be started", fix: "open the file in a browser of your choice"
        )
    }
}

extension RulesOptions {
    /// The readable part of the rules file; `nil` without a file at the usual place.
    ///
    /// Errors in it are written to standard error as warnings: limits of these rules are not shown.
    func readable(by configuration: Configuration) throws(CommandFailure) -> RulesFileResult? {
        guard named != nil || !LocalFiles.isMissing(path) else { return nil }
        let result = try RulesOnDisk(path, channels: configuration.channelNames).result
        let warnings = result.findings.filter { $0.severity == .error }.map { finding in
            var warning = finding
            warning.severity = .warning
            return warning
        }
        if !warnings.isEmpty { Terminal.complain(FindingRenderer.text(warnings)) }
        return result
    }
}

extension ReportPage {
    /// Reads the page's contents from the store.
    ///
    /// - Parameter since: the first day; without it, the last three months and the current one are
    ///   shown.
    /// - Throws: `StoreError`, or ``CommandFailure`` for an unknown account.
    init(
        _ store: SQLiteAlertStore, _ stateFolder: String, _ configuration: Configuration,
        _ rules: RulesFileResult?, account: String? = nil, since: CalendarDay? = nil, at now: Date
    ) async throws {
        let zone = configuration.settings.timeZone
        let today = CalendarDay(of: now, in: zone)
        let first = min(since ?? today.start(of: .month).adding(months: -3), today)
        var input = try await ReportInput(store, configuration, rules, from: first, at: now)
        let oldest = min(first, today.adding(months: -Subscription.monthsRead))
        input.transactions = try await store.transactions(since: oldest)
        input.watcher = SQLiteAlertStore.holder(ofFolder: stateFolder)
        let lately = now.addingTimeInterval(-StatusReport.gaveUpMemory)
        let outbox = try await store.outboxCounts(since: lately)
        (input.waiting, input.gaveUp) = (outbox.waiting, outbox.gaveUpLately)
        let chosen = try account.map {
            try AccountChoice.account(
                $0, among: input.facts.listedAccounts.map(\.account),
                naming: configuration.naming)
        }
        let contents = ReportContents(input, account: chosen?.id, since: first, at: now, zone: zone)
        self.init(contents, language: configuration.language)
    }
}

extension ReportInput {
    /// Reads balances from a day on, limits and alerts.
    init(
        _ store: SQLiteAlertStore, _ configuration: Configuration, _ rules: RulesFileResult?,
        from first: CalendarDay, at now: Date
    ) async throws(StoreError) {
        self.init()
        let zone = configuration.settings.timeZone
        facts = try await store.facts()
        balances = Dictionary(
            grouping: try await store.balances(since: first.instant(in: zone)), by: \.accountID)
        let ledger = try await store.alertLedger().foreseeing(try await store.commands())
        groups = rules?.groups ?? .none
        limits = AccountLimit.found(
            in: rules?.located.filter(\.isEnabled).map(\.rule) ?? [], facts, at: now, zone: zone,
            naming: configuration.naming, bindings: ledger.bindings)
        let states = Set(OutboxEntry.State.allCases)
        notifications = try await store.outbox(in: states, limit: 20_000).map(\.notification)
        firing = ledger.firing
        pollIntervals = configuration.pollIntervals
        bankNames = configuration.bankNames
    }
}

/// Makes the page that a summary's mail contains if its rule says `"report": true`.
///
/// The rule is looked up in the present file. A mail whose page can't be made is sent without it.
struct ReportAttachment: Sendable {
    let rulesPath: String
    let store: SQLiteAlertStore
    let stateFolder: String
    let warn: @Sendable (String) -> Void

    /// The size that mail servers and phones accept.
    private static let mostBytes = 2 << 20
    /// A slow disk must not delay the mail.
    private static let timeout = Duration.seconds(10)

    func page(
        for notification: AlertNotification, on channel: ChannelSettings,
        _ configuration: Configuration
    ) async -> MailPage? {
        guard notification.type == .summary, let id = notification.data.rule?.id,
            let rules = try? RulesOnDisk(rulesPath, channels: configuration.channelNames).result,
            rules.located.contains(where: { $0.rule.id == id && $0.rule.attachesReport })
        else { return nil }
        guard channel.detail == .full else {
            return refuse(
                channel, "it has amounts, and the channel's detail is \(channel.detail.rawValue)",
                fix: "set \"detail\": \"full\" for it in the settings, or remove \"report\"")
        }
        let now = SystemClock().now
        let made = await Self.inTime(Self.timeout) {
            let page = try await ReportPage(store, stateFolder, configuration, rules, at: now)
            return Data(page.html.utf8)
        }
        switch made {
        case .success(let html) where html.count <= Self.mostBytes:
            let day = CalendarDay(of: now, in: configuration.settings.timeZone)
            return MailPage(name: "saldovakt-\(day).html", html: html)
        case .success(let html):
            return refuse(
                channel, "it has \(html.count >> 20) MiB, and 2 are sent at most",
                fix: "look at it with 'saldovakt report'")
        case .failure(let error):
            let problem = (error as? CommandFailure)?.text ?? "\(error)"
            return refuse(channel, problem, fix: "see whether 'saldovakt report' works")
        case nil: return refuse(channel, "it takes too long", fix: "see what slows the disk down")
        }
    }

    /// Reports a page with which a mail server refused the mail.
    func refused(_ answer: String, on channel: ChannelSettings) {
        _ = refuse(
            channel, "\(answer) to the mail with it",
            fix: "look at it with 'saldovakt report'; the server may limit the size of a mail")
    }

    /// What some work gives; `nil` if that takes longer than a timeout, or the task is cancelled.
    ///
    /// The work goes on then, because reading a store can't be broken off, and nobody waits for it.
    static func inTime<Value: Sendable>(
        _ timeout: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error>? {
        let answer = OneAnswer<Result<Value, any Error>?>()
        Task {
            do { answer.give(.success(try await work())) } catch { answer.give(.failure(error)) }
        }
        let deadline = Task {
            try? await Task.sleep(for: timeout)
            answer.give(nil)
        }
        defer { deadline.cancel() }
        return await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            answer.give(nil)
        }
    }

    private func refuse(_ channel: ChannelSettings, _ reason: String, fix: String) -> MailPage? {
        warn(
            """
            channel \(channel.name): warning: [report-not-attached] the mail goes without the report: \
            \(reason)
              fix: \(fix)
            """)
        return nil
    }
}
