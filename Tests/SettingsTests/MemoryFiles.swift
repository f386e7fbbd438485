@testable import Settings

/// Files that exist only in a test.
struct MemoryFiles: FileReading {
    /// The contents and modes by path.
    var files: [String: (text: String, mode: UInt32)] = [:]
    /// What is wrong with every other path.
    var problem = FileProblem.missing

    func read(path: String, limit: Int) throws(FileProblem) -> FileContents {
        guard let file = files[path] else { throw problem }
        guard file.text.utf8.count <= limit else { throw .tooLong(limit: limit) }
        return FileContents(bytes: Array(file.text.utf8), mode: FileMode(file.mode))
    }
}
