import Finance
import Foundation

/// The records of one account in memory, by the days that answers touch.
///
/// What an answer needs is found without looking at older records, so a poll of a recording costs
/// what its days hold and not what was recorded before.
struct RecordShelf: Sendable {
    private var records: [UUID: TransactionRecord] = [:]
    /// The records of each day, by their later day of purchase and posting.
    private var days: [CalendarDay: [UUID]] = [:]
    /// Those days, in order.
    private var order: [CalendarDay] = []
    /// The reservations that are neither booked nor gone.
    private var open: [UUID] = []

    /// Takes a new or changed record.
    mutating func keep(_ record: TransactionRecord) {
        let id = record.transaction.id
        let known = records.updateValue(record, forKey: id)
        if known?.latestDay != record.latestDay {
            if let known { days[known.latestDay]?.removeAll { $0 == id } }
            put(id, on: record.latestDay)
        }
        guard known?.isOpen ?? false != record.isOpen else { return }
        if record.isOpen { open.append(id) } else { open.removeAll { $0 == id } }
    }

    /// Every record, in no particular order.
    var all: [TransactionRecord] { Array(records.values) }

    /// The records that an answer which covers the days from `day` on can touch: everything of these
    /// days, and what is still open before them.
    func touched(from day: CalendarDay?) -> [TransactionRecord] {
        let recent = order[firstPlace(from: day)...].flatMap { days[$0] ?? [] }
        let older = open.compactMap { records[$0] }.filter { record in
            day.map { record.latestDay < $0 } ?? true
        }
        return recent.compactMap { records[$0] } + older
    }

    private mutating func put(_ id: UUID, on day: CalendarDay) {
        if days[day] == nil { order.insert(day, at: firstPlace(from: day)) }
        days[day, default: []].append(id)
    }

    /// The place of the first day that is not before `day`; the end without one.
    private func firstPlace(from day: CalendarDay?) -> Int {
        guard let day else { return order.count }
        var (lower, upper) = (0, order.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if order[middle] < day { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

extension TransactionRecord {
    /// The later one of the days of purchase and posting.
    fileprivate var latestDay: CalendarDay {
        max(transaction.transactionDate, transaction.postedDate ?? transaction.transactionDate)
    }

    /// Whether it is a reservation that is neither booked nor gone.
    fileprivate var isOpen: Bool { transaction.status.isReservation && !isGone }
}
