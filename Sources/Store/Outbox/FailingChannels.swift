import Finance
import Foundation
import GRDB

/// Finds the channels on which notices do not get through.
enum FailingChannels {
    /// The oldest notice of each channel that waits after a failed attempt.
    static let selectTried = """
        SELECT channel, min(createdAtMs) FROM outbox
        WHERE state = 'waiting' AND problem IS NOT NULL GROUP BY channel
        """
    /// The oldest notice of each channel that was given up when nothing decided later or with it
    /// has got through.
    static let selectGivenUp = """
        SELECT g.channel, min(g.createdAtMs) FROM outbox g
        WHERE g.state = 'gaveUp' AND NOT EXISTS (
            SELECT 1 FROM outbox d
            WHERE d.state = 'delivered' AND d.createdAtMs > g.createdAtMs
                AND d.channel = g.channel)
        GROUP BY g.channel
        """

    /// The failing channels by name.
    static func read(from database: Database) throws -> [String: ChannelFacts] {
        var failing: [String: ChannelFacts] = [:]
        for (channel, since) in try oldest(selectTried, from: database) {
            failing[channel] = ChannelFacts(failingSince: since)
        }
        for (channel, since) in try oldest(selectGivenUp, from: database) {
            let tried = failing[channel]?.failingSince ?? since
            failing[channel] = ChannelFacts(failingSince: min(tried, since), hasGivenUp: true)
        }
        return failing
    }

    private static func oldest(
        _ sql: String, from database: Database
    ) throws -> [(channel: String, since: Date)] {
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
        var found: [(String, Date)] = []
        while let row = try rows.next() {
            var reader = RowReader(row, table: "outbox")
            found.append((try reader.next(), try reader.nextInstant()))
        }
        return found
    }
}
