import Alerts

/// Turns entries that were given up into reports, one for each channel.
enum UndeliveredReports {
    /// The reports in the order of the channels' oldest entries.
    static func reports(_ entries: [OutboxEntry]) -> [TroubleReport] {
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
