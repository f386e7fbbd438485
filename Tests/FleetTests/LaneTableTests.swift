import Alerts
import Foundation
import Testing

@testable import Fleet
@testable import TestSupport

@Suite("The lanes of a fleet's receivers", .io)
struct LaneTableTests {
    private let start = ContinuousClock().now
    private let lane = DeliveryLane(settings: "s", channel: "app")

    /// - Parameter second: when it was taken.
    private func delivery(_ number: Int, second: Double = 0) -> FleetDelivery {
        FleetDelivery(
            household: 1, reference: "c", lane: lane,
            entry: OutboxEntry(
                channel: lane.channel,
                notification: StoreSamples.entry("ntc_\(number)", at: .distantPast).notification,
                alertKey: "a\(number)", createdAt: .distantPast),
            at: self.second(second))
    }

    private func second(_ number: Double) -> Date { Date(timeIntervalSince1970: number) }

    /// A table with so many entries of the lane, of which those that have room are begun.
    private func table(holding count: Int) -> (table: LaneTable, begun: Int) {
        var table = LaneTable()
        for number in 0..<count { table.hold(delivery(number), at: start) }
        var begun = 0
        while table.begin(lane, at: start) != nil { begun += 1 }
        return (table, begun)
    }

    @Test("a receiver that answers gets everything, so many at a time")
    func healthy() {
        var (table, begun) = table(holding: 100)
        #expect(begun == LaneTable.width)
        for number in 0..<68 {
            table.end(delivery(number), isDelivered: true, at: start)
            #expect(table.begin(lane, at: start) != nil)
        }
        #expect(table.putBack(at: start + .milliseconds(900)).isEmpty)
        for number in 68..<100 { table.end(delivery(number), isDelivered: true, at: start) }
        #expect(table.held == 0)
    }

    @Test("what waits for a receiver that hangs goes back after a second, once")
    func slow() {
        var (table, _) = table(holding: 100)
        let rest = table.putBack(at: start + .milliseconds(1_100))
        #expect(rest.map(\.deliveries.count) == [100 - LaneTable.width])
        #expect(rest.map(\.until) == [second(1.1)])
        #expect(table.held == LaneTable.width)
        #expect(table.putBack(at: start + .seconds(5)).isEmpty)
    }

    @Test("a receiver that hangs rests from what was taken last on, longer the longer it hangs")
    func hanging() {
        var (table, _) = table(holding: LaneTable.width)
        table.hold(delivery(99, second: 12), at: start + .seconds(12))
        #expect(table.begin(lane, at: start + .seconds(12))?.at == nil)
        #expect(table.putBack(at: start + .seconds(12)).map(\.until) == [second(24)])
    }

    @Test("what is in hand is renewed before its lease ends, begun or not")
    func renewed() {
        var (table, begun) = table(holding: 40)
        #expect(begun == 32)
        let lease = Duration.seconds(60)
        #expect(table.renew(after: lease / 3, for: lease, at: start + .seconds(19)).isEmpty)
        for number in 0..<30 { table.end(delivery(number), isDelivered: true, at: start) }
        let renewed = table.renew(after: lease / 3, for: lease, at: start + .seconds(20))
        #expect(renewed.count == 10 && Set(renewed.map(\.until)) == [second(80)])
        #expect(table.renew(after: lease / 3, for: lease, at: start + .seconds(39)).isEmpty)
        let again = table.renew(after: lease / 3, for: lease, at: start + .seconds(40))
        #expect(again.count == 10 && Set(again.map(\.until)) == [second(100)])
    }

    @Test("a receiver that fails rests longer and longer, and is tried with one entry")
    func failing() {
        var (table, _) = table(holding: 5)
        for number in 0..<5 { table.end(delivery(number), isDelivered: false, at: start) }
        #expect(table.putBack(at: start).map(\.until) == [second(5)])
        #expect(table.putBack(at: start).isEmpty)
        for number in 0..<3 { table.hold(delivery(number, second: 5), at: start) }
        #expect(table.begin(lane, at: start) != nil)
        #expect(table.begin(lane, at: start)?.at == nil)
        #expect(table.putBack(at: start).map(\.deliveries.count) == [2])
        table.end(delivery(0, second: 5), isDelivered: false, at: start)
        #expect(table.putBack(at: start).map(\.until) == [second(35)])
        table.hold(delivery(9, second: 35), at: start)
        _ = table.begin(lane, at: start)
        table.end(delivery(9, second: 35), isDelivered: true, at: start)
        #expect(table.putBack(at: start).isEmpty)
        #expect(table.held == 0)
    }

    @Test("attempts that fail all at once are one reason to rest")
    func burst() {
        var (table, begun) = table(holding: 100)
        for number in 0..<begun / 2 {
            table.end(delivery(number), isDelivered: false, at: start)
        }
        #expect(table.begin(lane, at: start)?.at == nil)
        #expect(table.putBack(at: start).map(\.until) == [second(5)])
        // These were under way when the lane began to rest.
        for number in begun / 2..<begun {
            table.end(delivery(number), isDelivered: false, at: start)
        }
        #expect(table.putBack(at: start).isEmpty)
        #expect(table.held == 0)
    }
}
