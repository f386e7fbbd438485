public import Finance

/// What is wrong with one line of a recording.
public enum RecordingFault: Error, Sendable, Equatable {
    /// The line is no JSON: what was due at that place.
    case syntax(expected: String)
    /// The bytes of a text are not UTF-8.
    case invalidUTF8
    /// Brackets inside a member that is not looked at go too deep.
    case tooDeep
    /// The line has no end within the longest line that is read, in bytes.
    case tooLong(limit: Int)
    /// The line is neither a snapshot nor a transaction.
    case unknownLine
    /// A key that must be there is not.
    case missing(key: String)
    /// A key stands twice in one object.
    case repeated(key: String)
    /// A value is of another kind than it must be.
    case wrongKind(key: String, expected: String)
    /// An amount that cannot be held exactly: `999.999` kroner.
    case amount(key: String, MoneyError)
    /// A day that does not exist or is written otherwise.
    case notADay(key: String, found: String)
    /// A moment without zone or written otherwise.
    case notAnInstant(key: String, found: String)
    /// A word outside the contract.
    case unknownWord(key: String, found: String, known: [String])
    /// Not three capital letters.
    case notACurrency(found: String)
    /// Not a four-digit merchant category.
    case notACategory(found: String)
}
