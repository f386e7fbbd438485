import Foundation
import Glibc
import Settings
import Testing

@Suite("The files of this machine")
struct LocalFilesTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("saldovakt-files-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func make(_ name: String, _ text: String, mode: mode_t) throws -> String {
        let path = folder.appendingPathComponent(name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(chmod(path, mode) == 0)
        return path
    }

    private func problem(_ path: String, limit: Int = 100) -> FileProblem? {
        do {
            _ = try LocalFiles().read(path: path, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("are read with their mode")
    func reads() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let long = String(repeating: "æ", count: 20_000)
        let path = try make("long", long, mode: 0o640)
        let contents = try LocalFiles().read(path: path, limit: 40_000)
        #expect(contents.bytes == Array(long.utf8))
        #expect(contents.mode.description == "0640")
        #expect(problem(path, limit: 39_999) == .tooLong(limit: 39_999))
        #expect(try LocalFiles().read(path: make("e", "", mode: 0o600), limit: 0).bytes.isEmpty)
    }

    @Test("are refused when they are missing, folders or pipes, without waiting for a writer")
    func refuses() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try make("file", "x", mode: 0o600)
        #expect(problem(folder.path + "/none") == .missing)
        #expect(problem(file + "/below") == .missing)
        #expect(problem(folder.path) == .notAFile)
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(problem(pipe) == .notAFile)
    }

    @Test("are never written in the place of a pipe or a folder")
    func replacesOnlyFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path] {
            #expect(throws: FileWriteProblem.notAFile) {
                try LocalFiles.replace(path, with: [1], mode: 0o600)
            }
        }
        var status = stat()
        #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        let file = try make("file", "x", mode: 0o600)
        #expect(symlink(file, folder.path + "/link") == 0)
        try LocalFiles.replace(folder.path + "/link", with: [1], mode: 0o600)
        #expect(try LocalFiles().read(path: folder.path + "/link", limit: 9).bytes == [1])
    }
}
