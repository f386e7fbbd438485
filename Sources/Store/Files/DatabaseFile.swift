import Alerts

/// Looks at the database file before SQLite does, so that what is not ours stays untouched.
enum DatabaseFile {
    /// Whether the file has content; refuses one that is damaged or another program's.
    ///
    /// Costs one read of a hundred bytes. A file that is being made (it has a rollback journal)
    /// is left to SQLite, which repairs it.
    ///
    /// - Returns: `false` for a missing file.
    static func check(_ paths: StatePaths) throws(StoreError) -> Bool {
        guard let facts = try SystemFile.facts(of: paths.database) else { return false }
        guard try SystemFile.facts(of: paths.rollbackJournal) == nil else { return true }
        // A database gets its name when it is whole: no start leaves an empty one behind.
        guard facts.size > 0 else {
            throw .unreadable(path: paths.database, problem: StoreWords.isEmpty)
        }
        let bytes = try SystemFile.prefix(of: paths.database, count: DatabaseHeader.length)
        guard let header = DatabaseHeader(bytes) else {
            throw .unreadable(path: paths.database, problem: StoreWords.notADatabase)
        }
        guard header.applicationID == Schema.applicationID else {
            throw .unreadable(
                path: paths.database, problem: StoreWords.isForeign(header.applicationID))
        }
        try checkLength(header, facts.size, paths)
        return true
    }

    private static func checkLength(
        _ header: DatabaseHeader, _ size: Int64, _ paths: StatePaths
    ) throws(StoreError) {
        // Pages that are missing here may still be in the write-ahead log.
        let log = try SystemFile.facts(of: paths.writeAheadLog)?.size ?? 0
        guard log == 0, let count = header.pageCount else { return }
        guard size >= Int64(count) * Int64(header.pageSize) else {
            throw .unreadable(path: paths.database, problem: StoreWords.isCutOff)
        }
    }
}
