import Alerts
import Foundation

/// Turns entries that were given up into reports, one for each channel.
enum UndeliveredReports {
    /// The reports on what was given up and on channels that are late, unless that is known.
    static func reports(
        _ entries: [OutboxEntry], late: [String], known: [TroubleState]
    ) -> [TroubleReport] {
        let found = reports(entries)
        let told = Set((found.map(\.trouble) + known.map(\.trouble)).map(\.name))
        return found
            + late.filter { !told.contains($0) }.map { TroubleReport(WatchTexts.waits(on: $0)) }
    }

    /// The reports on channels that fail no more: they took a notification since, or there is nothing
    /// left that could reach them (D74).
    ///
    /// - Parameters:
    ///   - known: the troubles with channels that last.
    ///   - delivered: when each of these channels last took a notification.
    ///   - waiting: the channels on which something waits.
    ///   - used: the channels that rules notify.
    ///   - existing: the channels in the settings; `nil` where nobody knows.
    static func ended(
        _ known: [TroubleState], delivered: [String: Date], waiting: Set<String>,
        used: Set<String>, existing: Set<String>?
    ) -> [TroubleReport] {
        known.compactMap { state in
            let name = state.trouble.name
            if let last = delivered[name], last > state.since {
                return TroubleReport(state.trouble, isOver: true)
            }
            let isGone = existing.map { !$0.contains(name) } ?? false
            guard isGone || !used.contains(name) && !waiting.contains(name) else { return nil }
            var report = TroubleReport(state.trouble, isOver: true)
            report.isObsolete = true
            return report
        }
    }

    /// The reports in the order of the channels' oldest entries.
    private static func reports(_ entries: [OutboxEntry]) -> [TroubleReport] {
        var order: [String] = []
        var lost: [String: [OutboxEntry]] = [:]
        for entry in entries {
            if lost[entry.channel] == nil { order.append(entry.channel) }
            lost[entry.channel, default: []].append(entry)
        }
        return order.map { channel in
            let entries = lost[channel] ?? []
            let problem = entries.last?.problem.map(WatchTexts.words) ?? ""
            return TroubleReport(
                OwnTrouble(.deliveryFailing, name: channel, problem: problem),
                undelivered: entries.map(\.notice))
        }
    }
}
