/// Why a file could not be read.
public enum FileProblem: Error, Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The file or a folder above it may not be read by this user.
    case notAllowed
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It is longer than the limit, in bytes.
    case tooLong(limit: Int)
    /// Anything else, with the system's error number.
    case other(errno: Int32)
}

extension FileProblem: CustomStringConvertible {
    /// What happened, for people, without the path.
    public var description: String {
        switch self {
        case .missing: "there is no such file"
        case .notAllowed: "this user may not read it"
        case .notAFile: "it is not a regular file"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        case .other(let number): "it cannot be read (system error \(number))"
        }
    }

    /// What the person can do now.
    public var fix: String {
        switch self {
        case .missing: "check the path, or make the file"
        case .notAllowed: "let the user who runs saldovakt own it, then chmod 600"
        case .notAFile: "name a regular file"
        case .tooLong: "check that the path names the right file"
        case .other: "check the disk and the path"
        }
    }
}
