/// Finds for each kind of booking the kinds of reservation that it may settle.
///
/// Reservations are looked up by day and amount, or by day and the beginning of the name, so that
/// the work follows the number of real candidates and not the product of both sides.
struct BookingCandidates {
    private struct AmountKey: Hashable {
        let day: Int
        let amount: Money
    }

    private struct NameKey: Hashable {
        let day: Int
        let start: ArraySlice<UInt8>
    }

    private let held: [RowKind]
    private var byAmount: [AmountKey: [Int]] = [:]
    private var byName: [NameKey: [Int]] = [:]
    private var abroadByName: [NameKey: [Int]] = [:]

    /// Letters by which names are looked up; two names that agree share at least these.
    private static let letters = 4

    /// Prepares the look-up of reservations.
    init(held: [RowKind]) {
        self.held = held
        for (index, kind) in held.enumerated() {
            let day = kind.day.dayNumber
            byAmount[AmountKey(day: day, amount: kind.amount), default: []].append(index)
            for start in Self.starts(of: kind) {
                let key = NameKey(day: day, start: start)
                byName[key, default: []].append(index)
                if kind.foreign != nil { abroadByName[key, default: []].append(index) }
            }
        }
    }

    /// All candidates of all bookings.
    func all(for bookings: [RowKind]) -> [IdentityAssignment.Candidate] {
        bookings.indices.flatMap { candidates(for: bookings[$0], number: $0) }
    }

    private func candidates(
        for booking: RowKind, number: Int
    ) -> [IdentityAssignment.Candidate] {
        let day = booking.day.dayNumber
        let earliest = booking.hasPostingDayOnly ? AccountReconciliation.longestPosting : 1
        var found: Set<Int> = []
        for near in (day - earliest)...(day + 1) {
            found.formUnion(byAmount[AmountKey(day: near, amount: booking.amount)] ?? [])
        }
        // Other amounts only where the booking's category or the reservation's currency allows.
        let names = booking.tolerance == nil ? abroadByName : byName
        for near in (day - 1)...(day + 1) where !names.isEmpty {
            for start in Self.starts(of: booking) + [[]] {
                found.formUnion(names[NameKey(day: near, start: start)] ?? [])
            }
        }
        return found.sorted().compactMap { candidate(held: $0, booking: booking, number: number) }
    }

    private func candidate(
        held index: Int, booking: RowKind, number: Int
    ) -> IdentityAssignment.Candidate? {
        let reservation = held[index]
        guard let found = BookingEvidence(reservation: reservation, booking: booking),
            !reservation.isListed || found.isClear(booking)
        else { return nil }
        return .init(
            held: index, row: number, step: found.step(reservation),
            distance: abs(reservation.day.days(until: booking.day)),
            gap: AmountTolerance.distance(reserved: reservation.amount, booked: booking.amount))
    }

    /// The beginnings under which a kind is listed; the empty one if it hides its merchant.
    private static func starts(of kind: RowKind) -> [ArraySlice<UInt8>] {
        if kind.isHidden { return [[]] }
        let names = [kind.merchant, kind.textName].filter { !$0.key.isEmpty }
        return Array(Set(names.map { $0.key.bytes.prefix(letters) }))
    }
}
