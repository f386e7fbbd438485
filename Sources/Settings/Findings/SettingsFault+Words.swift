import Finance

extension SettingsFault {
    /// The stable code of the fault, for scripts.
    public var code: String { words.code }

    /// What is wrong and with which value, one line.
    public var problem: String { words.problem }

    /// What the person can do now, in the imperative.
    public var fix: String { words.fix }

    /// Every word that the settings file's findings say.
    private var words: (code: String, problem: String, fix: String) {
        switch self {
        case .json(let kind): Self.words(ofSyntax: kind)
        case .unreadable(let problem): ("unreadable", "\(problem)", problem.fix)
        case .wrongKind, .missingKey, .unknownKey, .uselessKey, .uselessFormatKey: keyWords
        case .literalSecret, .invalidReference, .readableByOthers, .writableByOthers: secretWords
        case .reservedChannel, .repeatedBank, .repeatedAlias, .headerNotAllowed,
            .headerValueNotAllowed:
            ruleWords
        default: valueWords
        }
    }

    private static func words(
        ofSyntax kind: JSONProblem.Kind
    ) -> (code: String, problem: String, fix: String) {
        if case .duplicateKey(let key) = kind {
            return (
                "duplicate-key", "the key stands twice in the same object: '\(key)'",
                "remove one of the two"
            )
        }
        // What was found may be part of a secret without its quotes.
        if case .unexpected(let expected, _) = kind {
            return ("json-syntax", "expected \(expected)", "correct the JSON at this place")
        }
        if case .invalidNumber = kind {
            return (
                "json-syntax", "this is not a number as JSON writes it",
                "put texts in double quotes"
            )
        }
        let problem = JSONProblem(kind, at: 0..<0).description
        return ("json-syntax", problem, "correct the JSON at this place")
    }

    private var keyWords: (code: String, problem: String, fix: String) {
        switch self {
        case .wrongKind(let key, let expected, let found):
            (
                "wrong-type", "\(Self.subject(key)) must be \(expected): found \(found)",
                "write \(expected) here"
            )
        case .missingKey(let key, let owner):
            ("missing-key", "\(owner) has no '\(key)'", "add \"\(key)\": …")
        case .unknownKey(let key, let suggestion?, _):
            (
                "unknown-key", "unknown key: '\(key)'; did you mean '\(suggestion)'?",
                "rename the key to \"\(suggestion)\""
            )
        case .unknownKey(let key, nil, let known):
            ("unknown-key", "unknown key: '\(key)'", "use one of \(Self.list(known))")
        case .uselessKey(let key, let type):
            (
                "useless-key", "'\(key)' has no meaning for a channel of type '\(type)'",
                "remove it, or set a \"type\" that has it"
            )
        case .uselessFormatKey(let key, let format, let formats):
            (
                "useless-key", "'\(key)' has no meaning for the format '\(format)'",
                formats.isEmpty
                    ? "remove it"
                    : "remove it, or set \"format\" to one of \(Self.list(formats))"
            )
        default: ("internal", "unexpected fault", "report this")
        }
    }

    private var secretWords: (code: String, problem: String, fix: String) {
        switch self {
        case .literalSecret(let key):
            (
                "literal-secret", "'\(key)' holds a secret in the file itself",
                "keep it elsewhere and write {\"env\": NAME}, {\"file\": PATH},"
                    + " {\"keyring\": NAME} or {\"credential\": NAME}; change the secret if"
                    + " others have seen this file"
            )
        case .invalidReference(let key):
            (
                "invalid-reference", "'\(key)' does not say where the secret is",
                "write exactly one of {\"env\": NAME}, {\"file\": PATH}, {\"keyring\": NAME},"
                    + " {\"credential\": NAME}"
            )
        case .readableByOthers(let mode):
            (
                "readable-by-others",
                "this file holds an address that works like a password, and others can read"
                    + " the file: mode \(mode)",
                "run chmod 600 on the file, or keep the address elsewhere and write"
                    + " {\"env\": NAME}"
            )
        case .writableByOthers(let mode):
            (
                "writable-by-others",
                "everybody can change this file, and with it where notifications go: mode \(mode)",
                "run chmod 600 on the file"
            )
        default: ("internal", "unexpected fault", "report this")
        }
    }

    private var ruleWords: (code: String, problem: String, fix: String) {
        switch self {
        case .reservedChannel(let name):
            (
                "reserved-channel", "this name always means the \(name) itself: '\(name)'",
                "give the channel another name"
            )
        case .repeatedBank(let id):
            ("repeated-bank", "two banks have the same id: '\(id)'", "give each its own id")
        case .repeatedAlias(let name):
            (
                "repeated-alias", "two accounts would have the same name: '\(name)'",
                "keep the alias at one of them"
            )
        case .headerNotAllowed(let name):
            (
                "header", "this header is not allowed here: '\(name)'",
                "remove it; lengths, types and signatures are written by saldovakt"
            )
        case .headerValueNotAllowed(let name):
            (
                "header", "the value has a line break or control character in it: '\(name)'",
                "write the value on one line"
            )
        default: ("internal", "unexpected fault", "report this")
        }
    }

    private var valueWords: (code: String, problem: String, fix: String) {
        switch self {
        case .unsupportedVersion(let text):
            ("version", "this version is not known: '\(text)'", "write \"version\": 1")
        case .unknownTimeZone(let text, let suggestion):
            (
                "time-zone", "unknown time zone: '\(text)'",
                "write a name such as \"\(suggestion ?? "Europe/Oslo")\""
            )
        case .unknownWord(let key, let found, let suggestion, let known):
            (
                "unknown-value",
                "unknown \(key): '\(found)'"
                    + (suggestion.map { "; did you mean '\($0)'?" } ?? ""),
                "write \(suggestion.map { "\"\($0)\"" } ?? "one of " + Self.list(known))"
            )
        case .invalidName(let found):
            (
                "name", "this cannot be a name: '\(found)'",
                "use letters, digits, '-', '_' and '.', at most 64 of them"
            )
        case .blankAlias:
            ("name", "there is nothing in this name", "write a name, or remove it")
        case .notADay(let key, let found):
            ("day", "'\(key)' is not a day: '\(found)'", "write it as \"2026-09-01\"")
        case .notADuration(let key, let found):
            (
                "duration", "'\(key)' is not a length of time: '\(found)'",
                "write \"5m\", \"2h\", \"1d\" or \"5 minutes\""
            )
        case .notAnAddress(let key, let form):
            (
                "address", "'\(key)' is not an address that can be used",
                "write \(form) without blanks, user name and password"
            )
        case .notADestination(let key, let noun, let form):
            ("destination", "'\(key)' is not \(noun)", "write \(form)")
        case .notACommand:
            (
                "command", "'command' does not name a program",
                "write a list: the program's absolute path, or one from ~/, then its arguments"
            )
        case .notAVariable(let found):
            (
                "variable", "not the name of a variable: '\(found)'",
                "use letters, digits and '_', and no digit first"
            )
        default: ("internal", "unexpected fault", "report this")
        }
    }

    /// A key in quotes; what has a blank in it is a description such as `the channel 'hook'`.
    private static func subject(_ key: String) -> String {
        key.contains(" ") ? key : "'\(key)'"
    }

    private static func list(_ names: [String]) -> String {
        names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
