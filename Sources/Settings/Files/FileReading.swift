/// Reads whole files, so that tests own what is on the disk.
public protocol FileReading: Sendable {
    /// Reads the file and its mode at the same moment.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the working folder.
    ///   - limit: the longest file that is read, in bytes.
    func read(path: String, limit: Int) throws(FileProblem) -> FileContents
}
