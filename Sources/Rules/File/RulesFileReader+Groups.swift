import Finance

extension RulesFileReader {
    /// Reads the names that the file defines for all its rules (RL-72).
    mutating func readGroups(_ root: JSONNode) {
        let lists = lists("accounts", root)
        let names = Set(lists.map { MatchText.fold($0.name) })
        for (name, node, members) in lists {
            groups.accounts[MatchText.fold(name)] = members.map(\.text)
            note(
                name, isGroup: true, at: node.keyRange, "ambiguous-group",
                "\"\(name)\" is an account too; give the group another name")
            for (text, range) in members {
                guard !names.contains(MatchText.fold(text)) else {
                    add("nested-group", at: range, "\"\(text)\" is a group; name its accounts")
                    continue
                }
                note(
                    text, isGroup: false, at: range, "unknown-account",
                    "there is no account called \"\(text)\"")
            }
        }
        for (name, _, members) in self.lists("merchants", root) {
            groups.merchants[MatchText.fold(name)] = members.map(\.text)
        }
        for member in members("categories", root) { readCategory(member) }
    }

    private mutating func note(
        _ name: String, isGroup: Bool, at range: Range<Int>, _ code: String, _ message: String
    ) {
        groupNames.append(
            GroupName(
                folded: MatchText.fold(name), isGroup: isGroup,
                finding: finding(code, at: range, message)))
    }

    private typealias Texts = [(text: String, range: Range<Int>)]

    private mutating func lists(
        _ key: String, _ root: JSONNode
    ) -> [(name: String, node: JSONMember, members: Texts)] {
        members(key, root).compactMap { member in
            texts(member.value, member.key).map { (member.key, member, $0) }
        }
    }

    /// Reads the members of an object; reports names that occur twice, whatever their case.
    private mutating func members(_ key: String, _ root: JSONNode) -> [JSONMember] {
        let node = root[key]
        let all = value(
            of: node, key, #"an object such as {"food": ["REMA*"]}"#, rule: nil, \.members)
        var seen: Set<String> = []
        return (all ?? []).filter { member in
            if member.key.allSatisfy(\.isWhitespace) {
                add("empty-group", at: member.keyRange, "a group needs a name")
                return false
            }
            if seen.insert(MatchText.fold(member.key)).inserted { return true }
            add("duplicate-key", at: member.keyRange, "this name occurs here twice")
            return false
        }
    }

    /// Reads a list of one or more texts; reports any other value and returns `nil`.
    private mutating func texts(_ node: JSONNode, _ name: String) -> Texts? {
        let elements = value(
            of: node, name, #"a list such as ["REMA*", "KIWI*"]"#, rule: nil, \.elements)
        guard let elements else { return nil }
        var texts: Texts = []
        for element in elements {
            let text = value(of: element, name, "a list of texts", rule: nil, \.string)
            guard let text else { continue }
            if text.allSatisfy(\.isWhitespace) {
                add("empty-text", at: element.range, "an empty text matches nothing")
            } else {
                texts.append((text, element.range))
            }
        }
        if elements.isEmpty { addEmpty(name, node) }
        return texts.isEmpty ? nil : texts
    }

    private mutating func addEmpty(_ name: String, _ node: JSONNode) {
        add("empty-group", at: node.range, "\"\(name)\" has no members")
    }

    private mutating func readCategory(_ member: JSONMember) {
        let node = member.value
        guard
            isObject(
                node, "a category", like: #"{"codes": ["5411"], "merchants": ["REMA*"]}"#,
                known: RulesFileKeys.category)
        else { return }
        let parts = RulesFileKeys.category.map { key in node[key].flatMap { texts($0, key) } ?? [] }
        var codes: [MerchantCategoryCode] = []
        for (text, range) in parts[0] {
            if let code = MerchantCategoryCode(text), text.utf8.count == 4 {
                codes.append(code)
            } else {
                add(
                    "unknown-category", at: range, "there is no merchant category \"\(text)\"",
                    expected: ["a four-digit code"])
            }
        }
        if node.members?.isEmpty == true { addEmpty(member.key, node) }
        groups.categories[MatchText.fold(member.key)] = OwnCategory(
            name: member.key, codes: codes, merchants: parts[1].map(\.text),
            texts: parts[2].map(\.text))
    }
}
