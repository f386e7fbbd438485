import Alerts
import Glibc

/// Makes the state folder and keeps others out of it.
enum StateFolder {
    /// Makes the folder with mode 0700, or closes one that was left open to others.
    ///
    /// A folder that also holds other files is not touched: closing `/tmp` would do more harm
    /// than good, so it is refused instead.
    static func prepare(_ paths: StatePaths) throws(StoreError) {
        guard let facts = try SystemFile.facts(of: paths.folder) else {
            return try make(paths.folder)
        }
        guard facts.isFolder else {
            throw .notWritable(path: paths.folder, problem: "it is no folder; choose another one")
        }
        guard facts.isOpenToOthers else { return }
        guard paths.ownNames.isSuperset(of: SystemFile.names(in: paths.folder)) else {
            throw .notWritable(
                path: paths.folder, problem: StoreWords.isOpenFolder(mode: facts.mode))
        }
        try SystemFile.close(paths.folder, mode: 0o700)
    }

    /// Makes the database file with mode 0600, or takes the rights of others on existing files.
    static func closeFiles(_ paths: StatePaths) throws(StoreError) {
        // SQLite gives its companions the mode of the database itself.
        Glibc.close(try SystemFile.open(paths.database))
        for path in paths.databaseFiles {
            guard let facts = try SystemFile.facts(of: path), facts.isOpenToOthers else { continue }
            try SystemFile.close(path, mode: 0o600)
        }
    }

    private static func make(_ folder: String) throws(StoreError) {
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        let path = folder.hasPrefix("/") ? "/" + parent : parent
        if !path.isEmpty, try SystemFile.facts(of: path) == nil { try make(path) }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SystemFile.refusal(folder, "make the folder")
        }
    }
}
