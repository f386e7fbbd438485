import Finance

/// The properties that distinguish accounts of one number.
struct OFXOwner: Hashable {
    var bank: String?
    var type: String?
}

/// One statement of an OFX file, whose account is known only together with the others.
struct OFXPart {
    private(set) var statement: Statement
    let owner: OFXOwner
    /// Where it begins, in bytes.
    let offset: Int

    /// The statements, with the type added to the numbers that two accounts share.
    static func toldApart(
        _ parts: [OFXPart], in text: FileText
    ) throws(StatementFileError) -> [Statement] {
        var parts = parts
        let same = Dictionary(grouping: parts.indices) { parts[$0].statement.number }
        for indices in same.values where Set(indices.map { parts[$0].type }).count > 1 {
            for index in indices {
                if let type = parts[index].type { parts[index].statement.tellApart(by: type) }
            }
        }
        var known: [String: OFXPart] = [:]
        for part in parts {
            let first = known[part.statement.number, default: part]
            known[part.statement.number] = first
            if first.owner.bank != part.owner.bank { throw part.clash(with: first, in: text) }
        }
        return parts.map(\.statement)
    }

    /// The type of account; `nil` for the usual one, whose number stays unchanged.
    private var type: String? {
        if let type = owner.type { return type == "CHECKING" ? nil : type }
        return statement.isCard ? "CARD" : nil
    }

    private func clash(with first: OFXPart, in text: FileText) -> StatementFileError {
        text.error(
            at: offset,
            "this account has the number of the one at another bank in"
                + " line \(text.place(of: first.offset).line)",
            fix: "download the accounts apart, each into a bank entry and a folder of its own")
    }
}
