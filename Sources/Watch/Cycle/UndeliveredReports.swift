import Alerts

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
