import Finance

extension HistoryState {
    /// Where reading goes on after a token; without one, at the walk over everything there is.
    ///
    /// - Throws: ``FinanceError/historyTokenInvalid`` for a token of another store, stream or
    ///   reader, a damaged one, and one from before what was compacted.
    func place(
        of token: HistoryToken?, stream: HistoryStream, reader: ReaderName?
    ) throws -> HistoryPlace {
        guard let token else {
            return HistoryPlace(
                store: store, stream: stream, reader: reader, position: head,
                walk: HistoryPlace.Walk(moment: head, access: nil))
        }
        guard let place = token.place, place.stream == stream, place.reader == reader, knows(place)
        else { throw FinanceError.historyTokenInvalid }
        return place
    }
}
