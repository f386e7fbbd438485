import Finance

extension SbankenPoll {
    /// The cards, once a day and if the settings want them; `nil` if they were not asked for or
    /// not to be had, which no other fact depends on.
    func cards(_ result: inout Result) async throws(SbankenTrouble) -> [PaymentCard]? {
        guard client.configuration.readsCards, await diary.wantsCards(on: today) else { return nil }
        do throws(SbankenTrouble) {
            var cards: [PaymentCard] = []
            for row in try await client.list(.cards) { cards.append(try SbankenCard.card(row)) }
            await diary.noteCards(on: today)
            return cards
        } catch {
            guard error.mayConcernOneList else { throw error }
            // A list that is refused today will be refused all day; an outage passes.
            if !error.isOutage { await diary.noteCards(on: today) }
            result.remark(error)
            return nil
        }
    }
}
