import Foundation
import Recording

/// The lines of a recording: of a file, or of standard input for `-`.
struct RecordingInput: Sendable {
    private static let blockSize = 1 << 18

    /// The file as it was named.
    let path: String

    /// Gives out every line that is not empty, with its place if it could not be read.
    ///
    /// - Throws: a failure if the file can't be opened or read.
    func forEach(_ body: (Result<RecordingLine, RecordingError>) -> Void) throws {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var splitter = LineSplitter()
        let reader = SnapshotLineReader()
        func give(_ bytes: Result<UnsafeBufferPointer<UInt8>, RecordingError>, _ number: Int) {
            body(bytes.flatMap { bytes in Self.line(bytes, number, reader) })
        }
        while let block = try block(from: descriptor) {
            block.withUnsafeBufferPointer { splitter.take($0, give) }
        }
        splitter.finish(give)
    }

    private static func line(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int, _ reader: SnapshotLineReader
    ) -> Result<RecordingLine, RecordingError> {
        do throws(RecordingError) {
            return .success(try reader.line(bytes, number: number))
        } catch {
            return .failure(error)
        }
    }

    /// The next bytes; `nil` at the end.
    private func block(from descriptor: Int32) throws -> [UInt8]? {
        var got = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
            repeat {
                got = read(descriptor, buffer.baseAddress, Self.blockSize)
            } while got < 0 && errno == EINTR
            count = max(0, got)
        }
        guard got >= 0 else { throw unreadable }
        return bytes.isEmpty ? nil : bytes
    }

    private var unreadable: CommandFailure {
        CommandFailure(
            .environment, where: path, code: "recording-unreadable",
            problem: "the recording can't be read", fix: "check the path and its permissions")
    }
}
