extension AccountReconciliation {
    /// Recognises booked rows as the bookings of reservations.
    ///
    /// Reservations that the bank no longer lists and those that the same answer still lists are
    /// weighed together: a match of one leaves fewer choices for the others.
    mutating func recogniseBookings() {
        let vanished = openRecords { $0.observation.status.isReservation && isWithinReach($0) }
        let listed = listedReservations()
        guard !vanished.isEmpty || !listed.isEmpty else { return }
        let bookings = openRows { !$0.status.isReservation }
        guard !bookings.isEmpty else { return }
        let held = KindGroups(vanished + listed.map { records.count + $0 }) { kind(held: $0) }
        let booked = kinds(booked: bookings)
        let candidates = BookingCandidates(held: held.kinds, context.tolerances)
            .all(for: booked.kinds)
        let certain = certain(candidates, held.kinds, booked.kinds)
            .withoutNeighbours(held.counts, booked.counts)
        for pair in Self.pairs(certain, held: held, rows: booked) {
            guard let found = BookingEvidence(step: pair.step) else { continue }
            if pair.record < records.count {
                let before = records[pair.record].observation
                let why = MatchEvidence(found.tier, found.words, of: before)
                link(pair.row, .changed(pair.record), evidence: why)
            } else {
                take(pair.row, besides: pair.record - records.count, found)
            }
        }
        for (number, choices) in Dictionary(grouping: candidates, by: \.row) {
            let listed = choices.filter { held.kinds[$0.held].isListed }
            let isDoubtful = listed.contains { pair in
                !isCertain(pair.step, held.kinds[pair.held], booked.kinds[pair.row])
            }
            let reservations = listed.compactMap { held.first($0.held) }
            postpone(booked.all(number), while: reservations, atLeast: isDoubtful ? 1 : 2)
        }
    }

    /// Groups bookings by kind.
    ///
    /// Types and merchants come and go between answers. So a booking without a type joins the
    /// family of another that differs in nothing else, and one without a merchant is of the kind
    /// of one of equal content that has one.
    private func kinds(booked: [Int]) -> KindGroups<RowKind> {
        let named = Dictionary(
            booked.filter { rows[$0].merchantName != nil }.map { (RowContent(rows[$0]), $0) },
            uniquingKeysWith: { first, _ in first })
        func described(_ row: Int) -> RowKind {
            let twin = rows[row].merchantName == nil ? named[RowContent(rows[row])] : nil
            return RowKind(rows[twin ?? row], context.tolerances)
        }
        let known = booked.map(described).filter { $0.family != .other }
        let families = Dictionary(
            known.map { ($0.paid(.other), $0.family) }, uniquingKeysWith: { first, _ in first })
        return KindGroups(booked) { row in
            let found = described(row)
            return families[found].map(found.paid) ?? found
        }
    }

    /// The pairs that are allowed.
    ///
    /// A booking without a day of purchase does not show how near its reservation is. While it may
    /// settle a listed one of some days ago, it is not matched with a nearer one.
    private func certain(
        _ candidates: [IdentityAssignment.Candidate], _ held: [RowKind], _ booked: [RowKind]
    ) -> [IdentityAssignment.Candidate] {
        let certain = candidates.filter { isCertain($0.step, held[$0.held], booked[$0.row]) }
        let doubtful = Set(candidates).subtracting(certain)
        let waiting = Set(doubtful.map(\.row).filter { booked[$0].hasPostingDayOnly })
        return certain.filter { pair in
            !waiting.contains(pair.row) || !held[pair.held].isListed
                || held[pair.held].amount == booked[pair.row].amount
        }
    }

    /// Whether a pair is allowed if nothing else competes.
    private func isCertain(_ step: Int, _ reservation: RowKind, _ booking: RowKind) -> Bool {
        let found = BookingEvidence(step: step)
        // In a first answer everything is new: only rows that agree in everything are one movement.
        if context.isBaseline { return found == .amountDayMerchant }
        guard reservation.isListed else { return true }
        // Two payments without a named receiver may well have the same amount and day, and a pump's
        // hold says nothing about the amount filled.
        let isHold = booking.tolerance?.isPump == true && reservation.amount != booking.amount
        return found != .amountDay && found != .amountPostedMerchant
            && found != .amountLaterMerchant && found != .toleranceLaterMerchant && !isHold
    }

    /// Skips bookings that may settle one of several reservations that are still listed, or a
    /// single doubtful one.
    ///
    /// The question is decided as soon as the list omits one of them. Reporting the booking as new
    /// now would report one movement twice. After the usual days of posting it no longer waits.
    private mutating func postpone(_ bookings: [Int], while held: [Int], atLeast count: Int) {
        let reservations = held.filter { number in
            let row = number - records.count
            return fates[row].record != nil
        }
        guard reservations.count >= count, !context.isBaseline else { return }
        for row in bookings where fates[row].record == nil && evidence[row] == nil {
            let age = rows[row].listingDay.days(until: context.window.today)
            if age <= BookingEvidence.usualPosting { absorb(row) }
        }
    }

    /// The kind of a record or, after the records, of a listed row.
    private func kind(held number: Int) -> RowKind {
        guard number >= records.count else {
            let record = records[number]
            return RowKind(
                record.observation, day: purchaseDay(of: record), isGone: record.isGone,
                apart: keptApart(record))
        }
        let row = number - records.count
        guard let record = fates[row].record.map({ records[$0] }) else {
            return RowKind(rows[row], isListed: true)
        }
        return RowKind(
            rows[row], day: purchaseDay(of: record), isListed: true, apart: keptApart(record))
    }

    /// Settles candidates and picks rows and records of the kinds in their fixed order.
    static func pairs<Kind: Hashable>(
        _ candidates: [IdentityAssignment.Candidate], held: KindGroups<Kind>, rows: KindGroups<Kind>
    ) -> [(row: Int, record: Int, step: Int)] {
        var (held, rows) = (held, rows)
        let matches = IdentityAssignment.assign(
            candidates, heldCounts: held.counts, rowCounts: rows.counts)
        var pairs: [(row: Int, record: Int, step: Int)] = []
        for match in matches {
            for _ in 0..<match.units {
                guard let record = held.take(match.candidate.held),
                    let row = rows.take(match.candidate.row)
                else { break }
                pairs.append((row, record, match.candidate.step))
            }
        }
        return pairs
    }
}

extension AccountReconciliation {
    /// Skips reservations that the bank keeps listing beside their booking.
    ///
    /// Only those that were listed so before count, one row for each booking: another row that
    /// looks the same is another purchase.
    mutating func recogniseStillListed() {
        let doubled = records.indices.filter { record in
            isListed(record) && records[record].evidence?.mayBeDoubled == true
        }
        guard !doubled.isEmpty else { return }
        let open = openRows { $0.status.isReservation }
        for record in inAge(doubled) {
            let row = open.first {
                fates[$0] == .open && isReservation(rows[$0], of: records[record])
            }
            guard let row else { continue }
            absorb(row)
            answered.insert(record)
        }
    }

    /// The reservations of the answer that are not booked yet, known ones first.
    ///
    /// One that is as new as the booking and names nobody is left out, because it may be any
    /// movement.
    func listedReservations() -> [Int] {
        let all = rows.indices.filter { row in
            guard rows[row].status.isReservation, fates[row] != .absorbed else { return false }
            guard let record = fates[row].record else { return !rows[row].hidesMerchant }
            return records[record].observation.status.isReservation
        }
        let ordered = inOrder(all)
        return ordered.filter { fates[$0] != .open } + ordered.filter { fates[$0] == .open }
    }

    /// Takes a booking for that of a reservation which the same answer still lists.
    mutating func take(_ booking: Int, besides reservation: Int, _ found: BookingEvidence) {
        let why = MatchEvidence(
            found.tier, "\(found.words), both listed at once", of: rows[reservation],
            isListedTwice: true)
        if let record = unlink(reservation) {
            link(booking, .changed(record), evidence: why)
        } else {
            evidence[booking] = why
        }
        absorb(reservation)
    }
}

extension AccountReconciliation {
    /// Recognises reservations that appear after their booking was seen without them.
    ///
    /// The booking may be missing from an older copy of the list, or the list may have omitted the
    /// reservation before. Beside a listed booking only a reservation from before today is an old
    /// one: today's may be a new purchase.
    mutating func recogniseLateReservations() {
        let open = openRows { $0.status.isReservation }
        guard !open.isEmpty else { return }
        let days = Set(open.flatMap { row in (-1...1).map { rows[row].date.adding(days: $0) } })
        let booked = inAge(
            records.indices.filter {
                records[$0].evidence == nil && !records[$0].isGone
                    && !records[$0].observation.status.isReservation
                    && days.contains(records[$0].observation.date)
            })
        guard !booked.isEmpty else { return }
        for found in late(open, after: booked.filter { !isListed($0) }, besides: false) {
            link(found.row, .echo(found.record))
        }
        let old = open.filter {
            fates[$0] == .open && rows[$0].date < context.window.today && !rows[$0].hidesMerchant
        }
        for found in late(old, after: booked.filter { isListed($0) }, besides: true) {
            let words = "\(found.evidence.words), shown after its booking"
            learned[found.record] = MatchEvidence(
                found.evidence.tier, words, of: rows[found.row], isListedTwice: true)
            absorb(found.row)
        }
    }

    private func late(
        _ open: [Int], after booked: [Int], besides isListed: Bool
    ) -> [(row: Int, record: Int, evidence: BookingEvidence)] {
        guard !open.isEmpty, !booked.isEmpty else { return [] }
        let held = KindGroups(open) { RowKind(rows[$0], isListed: isListed) }
        var tolerances = context.tolerances
        // Dated later than a booking beside it, a reservation is another purchase.
        if isListed { tolerances.reservationShift = 0 }
        let bookings = KindGroups(booked) { RowKind(records[$0].observation, tolerances) }
        let candidates = BookingCandidates(held: held.kinds, tolerances).all(for: bookings.kinds)
        return Self.pairs(candidates, held: held, rows: bookings).compactMap { pair in
            BookingEvidence(step: pair.step).map { (pair.record, pair.row, $0) }
        }
    }
}
