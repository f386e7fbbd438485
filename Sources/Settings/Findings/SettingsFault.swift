public import Finance

/// What is wrong at one place of a settings file; ``SettingsFinding`` adds the place.
///
/// No case ever holds a secret or an address.
public enum SettingsFault: Sendable, Hashable {
    /// The text is no JSON, or a key stands twice.
    case json(JSONProblem.Kind)
    /// The file itself could not be read.
    case unreadable(FileProblem)
    /// A value is of another kind than it must be.
    case wrongKind(key: String, expected: String, found: String)
    /// A key that must be there is not.
    case missingKey(key: String, owner: String)
    /// A key that nobody knows.
    case unknownKey(key: String, suggestion: String?, known: [String])
    /// A key that has no meaning for this type of channel.
    case uselessKey(key: String, type: String)
    /// A key that has no meaning for this format of a webhook, and the formats that have it.
    case uselessFormatKey(key: String, format: String, formats: [String])
    /// The `version` is not one that this program reads.
    case unsupportedVersion(String)
    /// No time zone has that name.
    case unknownTimeZone(String, suggestion: String?)
    /// One of a fixed set of words was due.
    case unknownWord(key: String, found: String, suggestion: String?, known: [String])
    /// A name with nothing in it, or with letters that cannot be in one.
    case invalidName(String)
    /// Another name for an account with nothing in it.
    case blankAlias
    /// A day was due.
    case notADay(key: String, found: String)
    /// A length of time was due.
    case notADuration(key: String, found: String)
    /// An address was due; what stands there is not repeated.
    case notAnAddress(key: String, form: String = "https://host/path")
    /// Something that messages can go to was due; what stands there is not repeated.
    case notADestination(key: String, noun: String, form: String)
    /// A program to start was due.
    case notACommand
    /// A name that no variable of an environment can have.
    case notAVariable(String)
    /// A secret stands in the file; it is not repeated.
    case literalSecret(key: String)
    /// A reference names no place, two places, or one that cannot be.
    case invalidReference(key: String)
    /// `desktop` and `terminal` are what they are.
    case reservedChannel(String)
    /// Two banks have the same identifier.
    case repeatedBank(String)
    /// Two accounts would have the same name.
    case repeatedAlias(String)
    /// The header is written by the program itself or cannot be a header.
    case headerNotAllowed(String)
    /// The header's value has a line break or another control character in it.
    case headerValueNotAllowed(String)
    /// Others can read the file although a web address that works like a password is in it.
    case readableByOthers(FileMode)
    /// Everybody may change the file, and with it where notifications go.
    case writableByOthers(FileMode)
}
