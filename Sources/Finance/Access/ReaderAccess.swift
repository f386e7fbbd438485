/// A reader with what it may see now.
public struct ReaderAccess: Sendable, Hashable {
    /// The reader.
    public let reader: ReaderName
    /// What was decided about it.
    public let status: AuthorizationStatus
    /// The accounts that it may see; none unless it is authorized.
    public let accounts: [AccountAccess]

    /// Makes a reader's access.
    public init(reader: ReaderName, status: AuthorizationStatus, accounts: [AccountAccess]) {
        self.reader = reader
        self.status = status
        self.accounts = accounts
    }
}
