import Alerts
import Channels
import Console
import Finance
import Foundation
import Report
import Rules
import Settings
import Store

/// Makes the page that a mail about a summary brings if its rule says `"report": true`.
///
/// The rule is looked up in the file as it is now. A mail whose page can't be made goes without it.
struct ReportAttachment: Sendable {
    let rulesPath: String
    let store: SQLiteAlertStore
    let stateFolder: String
    let warn: @Sendable (String) -> Void

    /// What mail servers and telephones take without complaint.
    private static let mostBytes = 2 << 20
    /// A slow disk must not hold the mail up.
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
        let work = Task {
            let page = try await ReportPage(store, stateFolder, configuration, rules, at: now)
            return Data(page.html.utf8)
        }
        let deadline = Task {
            do { try await Task.sleep(for: Self.timeout) } catch { return }
            work.cancel()
        }
        defer { deadline.cancel() }
        let made = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
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

extension Daemon.Order {
    /// What makes pages for mails; nothing where no rules file says which.
    func attachment(
        _ rules: RulesOnDisk?, _ store: SQLiteAlertStore, warn: @escaping @Sendable (String) -> Void
    ) -> ReportAttachment? {
        rules.map {
            ReportAttachment(
                rulesPath: $0.path, store: store, stateFolder: stateFolder, warn: warn)
        }
    }
}
