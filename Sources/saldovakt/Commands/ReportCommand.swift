import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Report
import Rules
import Settings
import Store

/// `saldovakt report`: one page to look at.
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

    @Option(help: "Only this account: its name, or the end of its number.")
    var account: String?

    @Option(
        help: .value("file", "Where to write it; - is standard output."), completion: .file())
    var out = "saldovakt-report.html"

    @Flag(help: "Open it in the browser.")
    var open = false

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
        let now = SystemClock().now
        let zone = configuration.settings.timeZone
        let today = CalendarDay(of: now, in: zone)
        let first = min(since ?? today.start(of: .month).adding(months: -3), today)
        let store = try state.alerts()
        var input = try await ReportInput(
            store, configuration, rules: rules.readable(by: configuration), from: first, at: now)
        let oldest = min(first, today.adding(months: -Subscription.monthsRead))
        input.transactions = try await store.transactions(since: oldest)
        let status = try await StatusReport.read(folder: state.folder, at: now)
        input.watcher = status.holder
        (input.waiting, input.gaveUp) = (status.outbox.waiting, status.outbox.gaveUpLately)
        let chosen = try account.map {
            try AccountChoice.account(
                $0, among: AccountChoice.sorted(input.facts).map(\.account),
                aliases: configuration.aliases)
        }
        let contents = ReportContents(input, account: chosen?.id, since: first, at: now, zone: zone)
        let html = ReportPage(contents, language: configuration.language).html
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
    /// The rules that can be read, for showing; none without a file at the usual place.
    func readable(by configuration: Configuration) throws(CommandFailure) -> [Rule] {
        guard named != nil || FileManager.default.fileExists(atPath: path) else { return [] }
        let file = try RulesOnDisk(path, channels: configuration.channelNames)
        return file.result.located.filter(\.isEnabled).map(\.rule)
    }
}

extension ReportInput {
    /// Reads balances from a day on, limits and alerts.
    init(
        _ store: SQLiteAlertStore, _ configuration: Configuration, rules: [Rule],
        from first: CalendarDay, at now: Date
    ) async throws(StoreError) {
        self.init()
        let zone = configuration.settings.timeZone
        facts = try await store.facts()
        balances = Dictionary(
            grouping: try await store.balances(since: first.instant(in: zone)), by: \.accountID)
        let ledger = try await store.alertLedger().foreseeing(try await store.instructions())
        limits = AccountLimit.found(
            in: rules, facts, at: now, zone: zone, aliases: configuration.aliases,
            bindings: ledger.bindings)
        let states = Set(OutboxEntry.State.allCases)
        notifications = try await store.outbox(in: states, limit: 20_000).map(\.notification)
        firing = ledger.alerts.values.filter { $0.phase == .firing }
        pollIntervals = configuration.pollIntervals
        bankNames = Dictionary(
            configuration.settings.banks.map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first })
    }
}
