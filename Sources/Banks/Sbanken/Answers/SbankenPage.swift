import Finance

/// A part of a list, with the number of all there are.
struct SbankenPage: Sendable {
    /// How many rows the whole list has.
    let availableItems: Int
    /// The rows of this part.
    let rows: [SbankenRow]

    /// Reads `availableItems` and `items`; the latter may be null if there is nothing.
    init(_ json: JSONNode, from endpoint: SbankenEndpoint) throws(SbankenTrouble) {
        let row = SbankenRow(json, of: endpoint)
        guard let total = try row.whole("availableItems"), total >= 0, let items = json["items"],
            items.elements != nil || (items.value == .null && total == 0)
        else {
            let what = "the answer has no 'availableItems' and 'items'"
            throw .failed(SbankenProblems.malformed(endpoint, what))
        }
        availableItems = total
        rows = (items.elements ?? []).map { SbankenRow($0, of: endpoint) }
    }
}
