/// Why the durable memory could not be used, in words a person can act on.
public enum StoreError: Error, Sendable, Hashable {
    /// Another instance holds the lock; `holder` is what it wrote about itself.
    case locked(path: String, holder: String?)
    /// The file was written by a newer version of the program.
    case newerSchema(path: String, migrations: [String])
    /// The file is no database of ours or is damaged.
    case unreadable(path: String, problem: String)
    /// Folder or file can't be written: permissions or a read-only file system.
    case notWritable(path: String, problem: String)
    /// The file in use was removed, or another was put in its place: what is written now is lost.
    case removed(path: String)
    /// The file in use was cut off or written over: what is written now may be lost.
    case overwritten(path: String)
    case diskFull(path: String)
    /// Anything else SQLite reported, with its extended code.
    case failed(operation: String, code: Int, problem: String)

    /// Whether the store in use is lost, so that nothing more can be kept in it until it is opened
    /// again (D86); everything else may pass.
    public var isLost: Bool {
        switch self {
        case .removed, .overwritten: true
        default: false
        }
    }
}
