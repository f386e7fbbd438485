import Alerts
import Foundation
import TestSupport
import Testing

@testable import Fleet

@Suite("The lanes of a fleet's receivers", .io)
struct LaneTableTests {
    private let start = ContinuousClock().now
    private let lane = DeliveryLane(settings: "s", channel: "app")

    /// - Parameter second: when it was taken.
    private func delivery(_ number: Int, second: Double = 0) -> FleetDelivery {
        FleetDelivery(
            household: 1, reference: "c", lane: lane,
            entry: OutboxEntry(
                channel: lane.channel, notification: SampleNotification.level(),
                alertKey: "a\(number)", createdAt: .distantPast),
            at: self.second(second))
    }

    private func second(_ number: Double) -> Date { Date(timeIntervalSince1970: number) }

    /// A table with so many entries of the lane, of which those that have room are begun.
    private func table(holding count: Int) -> (table: LaneTable, begun: Int) {
        var table = LaneTable()
        for number in 0..<count { table.hold(delivery(number)) }
        var begun = 0
        while table.begin(lane, at: start) != nil { begun += 1 }
        return (table, begun)
    }

    @Test("a receiver that answers gets everything, so many at a time")
    func healthy() {
        var (table, begun) = table(holding: 100)
        #expect(begun == LaneTable.width)
        for _ in 0..<68 {
            table.end(delivery(0), isDelivered: true, at: start)
            #expect(table.begin(lane, at: start) != nil)
        }
        #expect(table.putBack(at: start + .milliseconds(900)).isEmpty)
        for _ in 0..<LaneTable.width { table.end(delivery(0), isDelivered: true, at: start) }
        #expect(table.held == 0)
    }

    @Test("what waits for a receiver that hangs goes back after a second, once")
    func slow() {
        var (table, _) = table(holding: 100)
        let rest = table.putBack(at: start + .milliseconds(1_100))
        #expect(rest.map(\.deliveries.count) == [100 - LaneTable.width])
        #expect(rest.map(\.until) == [second(1)])
        #expect(table.held == LaneTable.width)
        #expect(table.putBack(at: start + .seconds(5)).isEmpty)
    }

    @Test("a receiver that fails rests longer and longer, and is tried with one entry")
    func failing() {
        var (table, _) = table(holding: 5)
        for _ in 0..<5 { table.end(delivery(0), isDelivered: false, at: start) }
        #expect(table.putBack(at: start).map(\.until) == [second(5)])
        #expect(table.putBack(at: start).isEmpty)
        for number in 0..<3 { table.hold(delivery(number, second: 5)) }
        #expect(table.begin(lane, at: start) != nil)
        #expect(table.begin(lane, at: start)?.at == nil)
        #expect(table.putBack(at: start).map(\.deliveries.count) == [2])
        table.end(delivery(0, second: 5), isDelivered: false, at: start)
        #expect(table.putBack(at: start).map(\.until) == [second(35)])
        table.hold(delivery(9, second: 35))
        _ = table.begin(lane, at: start)
        table.end(delivery(9, second: 35), isDelivered: true, at: start)
        #expect(table.putBack(at: start).isEmpty)
        #expect(table.held == 0)
    }

    @Test("attempts that fail all at once are one reason to rest")
    func burst() {
        var (table, begun) = table(holding: 100)
        for _ in 0..<begun / 2 { table.end(delivery(0), isDelivered: false, at: start) }
        #expect(table.begin(lane, at: start)?.at == nil)
        #expect(table.putBack(at: start).map(\.until) == [second(5)])
        // These were under way when the lane began to rest.
        for _ in 0..<begun / 2 { table.end(delivery(0), isDelivered: false, at: start) }
        #expect(table.putBack(at: start).isEmpty)
        #expect(table.held == 0)
    }
}
