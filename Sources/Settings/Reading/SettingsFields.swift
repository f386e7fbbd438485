import Finance

/// The problems of a settings file so far.
final class SettingsLog {
    let text: PositionedJSON
    private let fileName: String
    private(set) var findings: [SettingsFinding] = []
    /// The positions of addresses that are written in the file itself.
    var literalAddresses: [Range<Int>] = []

    init(text: PositionedJSON, fileName: String) {
        self.text = text
        self.fileName = fileName
        for problem in text.problems { report(SettingsFault(problem), at: problem.range) }
    }

    var sortedFindings: [SettingsFinding] {
        let start = TextPosition(line: 0, column: 0)
        return findings.sorted { ($0.position ?? start) < ($1.position ?? start) }
    }

    func report(_ fault: SettingsFault, at range: Range<Int>) {
        let position = text.position(ofByte: range.lowerBound)
        findings.append(SettingsFinding(file: fileName, position: position, fault: fault))
    }

    func report(_ code: String, _ problem: String, fix: String, at range: Range<Int>) {
        report(SettingsFault(code, problem, fix: fix), at: range)
    }

    /// Adds a finding about a value of the wrong kind.
    ///
    /// - Parameter key: a key, or a description such as `the channel 'hook'`.
    func reportKind(of node: JSONNode, _ key: String, expected: String, found: String? = nil) {
        let subject = key.contains(" ") ? key : "'\(key)'"
        report(
            "wrong-type", "\(subject) must be \(expected): found \(found ?? node.kindName)",
            fix: "write \(expected) here", at: node.range)
    }

    func value<Value>(
        of node: JSONNode, _ key: String, _ expected: String, _ read: (JSONNode) -> Value?
    ) -> Value? {
        if let value = read(node) { return value }
        reportKind(of: node, key, expected: expected)
        return nil
    }

    func text(of node: JSONNode, _ key: String) -> String? {
        value(of: node, key, "a text", \.string)
    }

    /// Whether `name` can name a bank or a channel; reports that it cannot.
    func isName(_ name: String, at range: Range<Int>) -> Bool {
        let fits =
            (1...64).contains(name.count)
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        if fits { return true }
        report(
            "name", "this cannot be a name: '\(name)'",
            fix: "use letters, digits, '-', '_' and '.', at most 64 of them", at: range)
        return false
    }

    /// Reads `{"env": NAME}` and the like; reports a secret that is written in the file.
    func reference(_ node: JSONNode, _ key: String) -> SecretReference? {
        guard node.members != nil else {
            report(
                "literal-secret", "'\(key)' holds a secret in the file itself",
                fix: "keep it elsewhere and write {\"env\": NAME}, {\"file\": PATH},"
                    + " {\"keyring\": NAME} or {\"credential\": NAME}; change the secret if"
                    + " others have seen this file", at: node.range)
            return nil
        }
        let known = ["env", "file", "keyring", "credential"]
        let before = findings.count
        guard let fields = SettingsFields(node, key, known: known, in: self),
            findings.count == before
        else { return nil }
        let written = known.filter { fields[$0] != nil }
        guard written.count == 1,
            let source = SecretReference.Source(written[0], fields[written[0]]?.string)
        else {
            report(
                "invalid-reference", "'\(key)' does not say where the secret is",
                fix: "write exactly one of {\"env\": NAME}, {\"file\": PATH}, {\"keyring\": NAME},"
                    + " {\"credential\": NAME}", at: node.range)
            return nil
        }
        let position = text.position(ofByte: node.range.lowerBound)
        return SecretReference(source, place: "\(fileName):\(position)")
    }
}

extension SecretReference.Source {
    /// The place that one key of a reference names; `nil` if it is invalid.
    fileprivate init?(_ key: String, _ name: String?) {
        guard let name, !name.isEmpty, !name.hasControlCharacter else { return nil }
        switch key {
        case "env":
            // A value pasted in place of a variable's name is refused here.
            guard Destination.isVariable(name) else { return nil }
            self = .environment(name)
        case "file": self = .file(name)
        case "keyring": self = .keyring(name)
        default:
            guard !name.contains("/"), name != ".", name != ".." else { return nil }
            self = .credential(name)
        }
    }
}

/// The members of one object in a settings file; invalid ones are reported.
struct SettingsFields {
    /// The object in words, for messages: `the bank 'sbanken'`.
    var owner: String
    let node: JSONNode
    let log: SettingsLog

    init?(_ node: JSONNode, _ owner: String, known: [String], in log: SettingsLog) {
        self.owner = owner
        self.node = node
        self.log = log
        guard let members = log.value(of: node, owner, "an object", \.members) else { return nil }
        for member in members where !known.contains(member.key) {
            let near = NearestName.find(member.key, among: known)
            log.report(
                "unknown-key",
                "unknown key: '\(member.key)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
                fix: near.map { "rename the key to \"\($0)\"" } ?? "use one of \(Self.list(known))",
                at: member.keyRange)
        }
    }

    static func list(_ names: [String]) -> String {
        names.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// The value of a key; `null` counts as absent.
    subscript(key: String) -> JSONNode? {
        guard let value = node[key], value.value != .null else { return nil }
        return value
    }

    func required(_ key: String) -> JSONNode? {
        if let node = self[key] { return node }
        // The place is the opening bracket: the object may be long.
        let start = node.range.lowerBound
        log.report(
            "missing-key", "\(owner) has no '\(key)'", fix: "add \"\(key)\": …",
            at: start..<start + 1)
        return nil
    }

    /// Reports a file of an unknown version.
    func checkVersion() {
        guard let node = required("version"),
            let number = log.value(of: node, "version", "the number 1", \.number), number != "1"
        else { return }
        log.report(
            "version", "this version is not known: '\(number)'", fix: "write \"version\": 1",
            at: node.range)
    }

    /// The members of an object whose keys are names.
    func members(_ key: String, _ expected: String) -> [JSONMember] {
        self[key].flatMap { log.value(of: $0, key, expected, \.members) } ?? []
    }

    func elements(_ key: String, _ expected: String) -> [JSONNode] {
        self[key].flatMap { log.value(of: $0, key, expected, \.elements) } ?? []
    }

    func text(_ key: String) -> String? { self[key].flatMap { log.text(of: $0, key) } }

    /// A text that says something; reports one without a letter or sign.
    func filledText(_ key: String) -> String? {
        value(key, { $0.allSatisfy(\.isWhitespace) ? nil : $0 }) { _ in
            SettingsFault("unknown-value", "'\(key)' is empty", fix: "write what it is")
        }
    }

    func flag(_ key: String) -> Bool? {
        self[key].flatMap { log.value(of: $0, key, "true or false", \.boolean) }
    }

    /// The parsed value of a key's text; reports a fault for a text that can't be parsed.
    func value<Value>(
        _ key: String, _ read: (String) -> Value?, orReport fault: (String) -> SettingsFault
    ) -> Value? {
        guard let node = self[key], let text = log.text(of: node, key) else { return nil }
        if let value = read(text) { return value }
        log.report(fault(text), at: node.range)
        return nil
    }

    /// One of the words of `Word`; reports any other, with the nearest.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, as type: Word.Type
    ) -> Word? {
        value(key, Word.init(rawValue:)) { text in
            let known = Word.allCases.map(\.rawValue)
            let near = NearestName.find(text, among: known)
            return SettingsFault(
                "unknown-value",
                "unknown \(key): '\(text)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
                fix: "write \(near.map { "\"\($0)\"" } ?? "one of " + Self.list(known))")
        }
    }

    /// A day such as 2026-09-01.
    func day(_ key: String) -> CalendarDay? {
        value(key, { CalendarDay(isoText: $0) }) {
            SettingsFault(
                "day", "'\(key)' is not a day: '\($0)'", fix: "write it as \"2026-09-01\"")
        }
    }

    /// A length of time such as `5 minutes`.
    func duration(_ key: String) -> Duration? {
        value(key, DurationText.parse) {
            SettingsFault(
                "duration", "'\(key)' is not a length of time: '\($0)'",
                fix: "write \"5m\", \"2h\", \"1d\" or \"5 minutes\"")
        }
    }

    /// A text of the required form; reports another one without repeating it.
    func destination(
        _ key: String, _ noun: String, form: String = "it on one line, at most 60 letters",
        _ fits: (String) -> Bool
    ) -> String? {
        value(key, { fits($0) ? $0 : nil }) { _ in .destination(key, noun, form: form) }
    }

    /// An address of the required form; reports another one without repeating it.
    func address(
        _ key: String, form: String = "https://host/path",
        _ fits: (String) -> Bool = { WebAddress.isUsable($0) }
    ) -> String? {
        value(key, { fits($0) ? $0 : nil }) { _ in
            SettingsFault(
                "address", "'\(key)' is not an address that can be used",
                fix: "write \(form) without blanks, user name and password")
        }
    }

    func reference(_ key: String) -> SecretReference? {
        self[key].flatMap { log.reference($0, key) }
    }

    func requiredReference(_ key: String) -> SecretReference? {
        required(key).flatMap { log.reference($0, key) }
    }

    /// A text that is stored elsewhere, or in the file as `literal` reads it.
    func confidential(_ key: String, _ literal: () -> String?) -> ConfidentialText? {
        guard let node = self[key] else { return nil }
        if node.members != nil { return reference(key).map { .reference($0) } }
        return literal().map { .literal(Secret($0)) }
    }

    /// A name that is written in the file or stored elsewhere, and is not a secret by itself.
    func confidentialName(_ key: String) -> ConfidentialText? {
        confidential(key) {
            destination(key, "a name", form: "it on one line") { text in
                !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            }
        }
    }

    /// An address in the file, or a reference to one.
    ///
    /// A confidential one in the file means that others must not be able to read the file.
    func requiredAddress(_ key: String, isConfidential: Bool = true) -> ConfidentialText? {
        guard let node = required(key) else { return nil }
        return confidential(key) {
            let address = address(key)
            if isConfidential, address != nil { log.literalAddresses.append(node.range) }
            return address
        }
    }
}

extension SettingsFault {
    /// A text of no known form of destination, without repeating it.
    static func destination(_ key: String, _ noun: String, form: String) -> SettingsFault {
        SettingsFault("destination", "'\(key)' is not \(noun)", fix: "write \(form)")
    }

    fileprivate init(_ problem: JSONProblem) {
        switch problem.kind {
        case .duplicateKey(let key):
            self.init(
                "duplicate-key", "the key occurs twice in the same object: '\(key)'",
                fix: "remove one of the two")
        // The text may be part of a secret without its quotes.
        case .unexpected(let expected, _):
            self.init("json-syntax", "expected \(expected)", fix: "correct the JSON at this place")
        case .invalidNumber:
            self.init(
                "json-syntax", "this is not a number as JSON writes it",
                fix: "put texts in double quotes")
        default: self.init("json-syntax", "\(problem)", fix: "correct the JSON at this place")
        }
    }
}
