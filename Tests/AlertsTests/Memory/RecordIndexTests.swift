import Finance
import Foundation
import TestSupport
import Testing

@testable import Alerts

@Suite("Records of a replay by day")
struct RecordIndexTests {
    @Test("an old reservation is touched until it is booked or gone")
    func open() {
        var index = RecordIndex()
        var old = Make.record(Make.reservation("-77.00", "2025-01-02"))
        index.keep(old)
        index.keep(Make.record(Make.observation("-1.00", "2025-01-02")))
        index.keep(Make.record(Make.observation("-2.00", "2026-01-02")))
        #expect(index.touched(from: Make.day("2026-01-01")).count == 2)
        #expect(index.touched(from: nil).map(\.observation.amount) == [Make.money("-77.00")])
        old.isGone = true
        index.keep(old)
        #expect(index.touched(from: Make.day("2026-01-01")).count == 1)
        #expect(index.touched(from: Make.day("2025-01-02")).count == 3)
    }

    @Test("a record that moves to another day is found there once")
    func moves() {
        var index = RecordIndex()
        var record = Make.record(Make.reservation("-77.00", "2026-01-02"))
        index.keep(record)
        record.transaction.status = .booked
        record.transaction.postedDate = Make.day("2026-01-05")
        index.keep(record)
        #expect(index.touched(from: Make.day("2026-01-05")) == [record])
        #expect(index.touched(from: Make.day("2026-01-06")).isEmpty)
        #expect(index.touched(from: Make.day("2026-01-01")) == [record])
    }

    @Test("it touches the days of an answer, and what is open before them")
    func agrees() {
        var random = SeededGenerator(seed: 5)
        var index = RecordIndex()
        var newest: [UUID: TransactionRecord] = [:]
        for number in 0..<300 {
            let day = Make.day("2026-01-01").adding(days: Int.random(in: 0..<90, using: &random))
            let row =
                Bool.random(using: &random)
                ? Make.reservation("-1.00", day.description)
                : Make.observation("-1.00", day.description)
            var record = Make.record(row, ordinal: number % 150)
            record.isGone = Int.random(in: 0..<5, using: &random) == 0
            index.keep(record)
            newest[record.transaction.id] = record
        }
        for first in ["2025-12-01", "2026-02-10", "2026-03-20", "2026-05-01"].map(Make.day) {
            let touched = newest.values.filter { record in
                let isOpen = record.transaction.status.isReservation && !record.isGone
                return isOpen || record.transaction.transactionDate >= first
            }
            #expect(
                Set(index.touched(from: first).map(\.transaction.id))
                    == Set(touched.map(\.transaction.id)))
        }
    }
}
