import Finance

/// Something that a case's bank lists: a transaction or a scheduled item.
struct CaseRow: Sendable {
    /// What the case calls it.
    let name: String
    /// The members of a snapshot line's object, each JSON already.
    var members: [(key: String, json: String)] = []
    /// The account it is on.
    var account = ""

    /// Takes over what a step says, except for the keys that the case alone knows.
    mutating func take(_ node: JSONNode, besides own: Set<String>, in json: PositionedJSON) {
        for member in node.members ?? [] where !own.contains(member.key) {
            members.removeAll { $0.key == member.key }
            members.append((member.key, json.text(in: member.value.range)))
        }
    }

    /// The row as a snapshot line has it.
    var json: String { JSONText.object(members.map { ($0.key, $0.json) }) }
}
