import Finance
import Foundation
import Recording
import Testing

@Suite("A recording on disk")
struct RecordingFileTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "saldovakt-recording-\(UUID().uuidString)").path

    private func snapshot() throws -> Snapshot {
        try SnapshotLineReader().snapshot(Array(Examples.complete.utf8), number: 1)
    }

    @Test("goes on after a line that was cut, which stays alone")
    func cutLine() throws {
        defer { unlink(path) }
        try Data("\(Examples.complete)\n{\"observedAt\":\"20".utf8).write(to: URL(filePath: path))
        let file = try RecordingFile(path: path)
        for _ in 0..<2 { try file.append(try snapshot()) }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let whole = Examples.complete
        #expect(text == "\(whole)\n{\"observedAt\":\"20\n\(whole)\n\(whole)\n")
    }

    @Test("is readable for its owner alone, also where the file exists already")
    func mode() throws {
        defer { unlink(path) }
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(chmod(path, 0o644) == 0)
        _ = try RecordingFile(path: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("fails on a pipe whose reader has gone, instead of waiting")
    func pipe() throws {
        defer { unlink(path) }
        signal(SIGPIPE, SIG_IGN)
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let file = try RecordingFile(path: path)
        try file.append(try snapshot())
        close(reader)
        #expect(throws: RecordingFileError.self) { try file.append(try snapshot()) }
    }
}
