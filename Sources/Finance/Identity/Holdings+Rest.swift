public import Foundation

extension Holdings {
    /// Whether nothing here changes by the mere passing of time until `end`, while the bank repeats
    /// an answer that brought nothing new.
    ///
    /// A row that is missing is dropped some answers or hours later, one that was dropped can be
    /// recognised for days, and an open decision waits for its records. Everything else that
    /// reconciling looks at is the content of rows and their days.
    ///
    /// - Parameters:
    ///   - end: an instant not after the end of the answer's day.
    ///   - instant: when the answer was complete; the one before has to be of the same day.
    ///   - zone: the bank's zone.
    public func areAtRest(until end: Date, from instant: Date, zone: TimeZone) -> Bool {
        let day = CalendarDay(of: instant, in: zone)
        return decisions.isEmpty
            && accounts.values.allSatisfy { account in
                account.completeAt.map { CalendarDay(of: $0, in: zone) == day } ?? false
            }
            && records.values.allSatisfy { records in
                records.allSatisfy { $0.isAtRest(until: end, from: instant) }
            }
    }
}
