import Finance

/// What is wrong at one place of a settings file; ``SettingsFinding`` adds the place.
///
/// None ever holds a secret or an address.
public struct SettingsFault: Sendable, Hashable {
    /// The stable code of the fault, for scripts.
    public let code: String
    /// What is wrong and with which value, one line.
    public let problem: String
    /// What the person can do now, in the imperative.
    public let fix: String

    private init(_ code: String, _ problem: String, fix: String) {
        (self.code, self.problem, self.fix) = (code, problem, fix)
    }

    /// A key in quotes; what has a blank in it is a description such as `the channel 'hook'`.
    private static func subject(_ key: String) -> String {
        key.contains(" ") ? key : "'\(key)'"
    }

    private static func list(_ names: [String]) -> String {
        names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

// The file and its keys.
extension SettingsFault {
    /// The text is no JSON, or a key stands twice.
    static func json(_ kind: JSONProblem.Kind) -> SettingsFault {
        let fix = "correct the JSON at this place"
        return switch kind {
        case .duplicateKey(let key):
            SettingsFault(
                "duplicate-key", "the key occurs twice in the same object: '\(key)'",
                fix: "remove one of the two")
        // What was found may be part of a secret without its quotes.
        case .unexpected(let expected, _):
            SettingsFault("json-syntax", "expected \(expected)", fix: fix)
        case .invalidNumber:
            SettingsFault(
                "json-syntax", "this is not a number as JSON writes it",
                fix: "put texts in double quotes")
        default:
            SettingsFault("json-syntax", JSONProblem(kind, at: 0..<0).description, fix: fix)
        }
    }

    /// The code of a file that could not be read.
    static let unreadableCode = "unreadable"

    /// The file itself could not be read.
    public static func unreadable(_ problem: FileProblem) -> SettingsFault {
        SettingsFault(unreadableCode, "\(problem)", fix: problem.fix)
    }

    /// A value is of another kind than it must be.
    static func wrongKind(key: String, expected: String, found: String) -> SettingsFault {
        SettingsFault(
            "wrong-type", "\(subject(key)) must be \(expected): found \(found)",
            fix: "write \(expected) here")
    }

    /// A key that must be there is not.
    static func missingKey(key: String, owner: String) -> SettingsFault {
        SettingsFault("missing-key", "\(owner) has no '\(key)'", fix: "add \"\(key)\": …")
    }

    /// A key that nobody knows.
    static func unknownKey(_ key: String, known: [String]) -> SettingsFault {
        if let near = NearestName.find(key, among: known) {
            return SettingsFault(
                "unknown-key", "unknown key: '\(key)'; did you mean '\(near)'?",
                fix: "rename the key to \"\(near)\"")
        }
        return SettingsFault(
            "unknown-key", "unknown key: '\(key)'", fix: "use one of \(list(known))")
    }

    /// A key that has no meaning for this type of channel.
    static func uselessKey(key: String, type: String) -> SettingsFault {
        SettingsFault(
            "useless-key", "'\(key)' has no meaning for a channel of type '\(type)'",
            fix: "remove it, or set a \"type\" that has it")
    }

    /// A key that has no meaning for this format of a webhook, and the formats that have it.
    static func uselessKey(key: String, format: String, formats: [String]) -> SettingsFault {
        SettingsFault(
            "useless-key", "'\(key)' has no meaning for the format '\(format)'",
            fix: formats.isEmpty
                ? "remove it" : "remove it, or set \"format\" to one of \(list(formats))")
    }

    /// The `version` is not one that this program reads.
    static func unsupportedVersion(_ text: String) -> SettingsFault {
        SettingsFault(
            "version", "this version is not known: '\(text)'", fix: "write \"version\": 1")
    }

    /// Others can read the file although a web address that works like a password is in it.
    static func readableByOthers(_ mode: FileMode) -> SettingsFault {
        SettingsFault(
            "readable-by-others",
            "this file holds an address that works like a password, and others can read"
                + " the file: mode \(mode)",
            fix: "run chmod 600 on the file, or keep the address elsewhere and write"
                + " {\"env\": NAME}")
    }

    /// Everybody may change the file, and with it where notifications go.
    public static func writableByOthers(_ mode: FileMode) -> SettingsFault {
        SettingsFault(
            "writable-by-others",
            "everybody can change this file, and with it where notifications go: mode \(mode)",
            fix: "run chmod 600 on the file")
    }
}

// Values.
extension SettingsFault {
    /// No time zone has that name.
    static func unknownTimeZone(_ text: String, suggestion: String?) -> SettingsFault {
        SettingsFault(
            "time-zone", "unknown time zone: '\(text)'",
            fix: "write a name such as \"\(suggestion ?? "Europe/Oslo")\"")
    }

    /// One of a fixed set of words was due.
    static func unknownWord(key: String, found: String, known: [String]) -> SettingsFault {
        let near = NearestName.find(found, among: known)
        return SettingsFault(
            "unknown-value",
            "unknown \(key): '\(found)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
            fix: "write \(near.map { "\"\($0)\"" } ?? "one of " + list(known))")
    }

    /// A name with nothing in it, or with letters that cannot be in one.
    static func invalidName(_ found: String) -> SettingsFault {
        SettingsFault(
            "name", "this cannot be a name: '\(found)'",
            fix: "use letters, digits, '-', '_' and '.', at most 64 of them")
    }

    /// Another name for an account with nothing in it.
    static let blankAlias = SettingsFault(
        "name", "there is nothing in this name", fix: "write a name, or remove it")

    /// A day was due.
    static func notADay(key: String, found: String) -> SettingsFault {
        SettingsFault("day", "'\(key)' is not a day: '\(found)'", fix: "write it as \"2026-09-01\"")
    }

    /// A length of time was due.
    static func notADuration(key: String, found: String) -> SettingsFault {
        SettingsFault(
            "duration", "'\(key)' is not a length of time: '\(found)'",
            fix: "write \"5m\", \"2h\", \"1d\" or \"5 minutes\"")
    }

    /// An address was due; what stands there is not repeated.
    static func notAnAddress(key: String, form: String = "https://host/path") -> SettingsFault {
        SettingsFault(
            "address", "'\(key)' is not an address that can be used",
            fix: "write \(form) without blanks, user name and password")
    }

    /// Something that messages can go to was due; what stands there is not repeated.
    static func notADestination(key: String, noun: String, form: String) -> SettingsFault {
        SettingsFault("destination", "'\(key)' is not \(noun)", fix: "write \(form)")
    }

    /// A program to start was due.
    static let notACommand = SettingsFault(
        "command", "'command' does not name a program",
        fix: "write a list: the program's absolute path, or one from ~/, then its arguments")

    /// A name that no variable of an environment can have.
    static func notAVariable(_ found: String) -> SettingsFault {
        SettingsFault(
            "variable", "not the name of a variable: '\(found)'",
            fix: "use letters, digits and '_', and no digit first")
    }

    /// A secret stands in the file; it is not repeated.
    static func literalSecret(key: String) -> SettingsFault {
        SettingsFault(
            "literal-secret", "'\(key)' holds a secret in the file itself",
            fix: "keep it elsewhere and write {\"env\": NAME}, {\"file\": PATH},"
                + " {\"keyring\": NAME} or {\"credential\": NAME}; change the secret if"
                + " others have seen this file")
    }

    /// A reference names no place, two places, or one that cannot be.
    static func invalidReference(key: String) -> SettingsFault {
        SettingsFault(
            "invalid-reference", "'\(key)' does not say where the secret is",
            fix: "write exactly one of {\"env\": NAME}, {\"file\": PATH}, {\"keyring\": NAME},"
                + " {\"credential\": NAME}")
    }

    /// `desktop` and `terminal` are what they are.
    static func reservedChannel(_ name: String) -> SettingsFault {
        SettingsFault(
            "reserved-channel", "this name always means the \(name) itself: '\(name)'",
            fix: "give the channel another name")
    }

    /// Two banks have the same identifier.
    static func repeatedBank(_ id: String) -> SettingsFault {
        SettingsFault(
            "repeated-bank", "two banks have the same id: '\(id)'", fix: "give each its own id")
    }

    /// Two accounts would have the same name.
    static func repeatedAlias(_ name: String) -> SettingsFault {
        SettingsFault(
            "repeated-alias", "two accounts would have the same name: '\(name)'",
            fix: "keep the alias at one of them")
    }

    /// The header is written by the program itself or cannot be a header.
    static func headerNotAllowed(_ name: String) -> SettingsFault {
        SettingsFault(
            "header", "this header is not allowed here: '\(name)'",
            fix: "remove it; lengths, types and signatures are written by saldovakt")
    }

    /// The header's value has a line break or another control character in it.
    static func headerValueNotAllowed(_ name: String) -> SettingsFault {
        SettingsFault(
            "header", "the value has a line break or control character in it: '\(name)'",
            fix: "write the value on one line")
    }
}
