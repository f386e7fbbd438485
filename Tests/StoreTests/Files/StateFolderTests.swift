import Alerts
import Foundation
import Glibc
import Store
import TestSupport
import Testing

@Suite("The state folder", .io)
struct StateFolderTests {
    private let folder = TemporaryFolder()

    private func mode(_ path: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        return (facts[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    @Test("is made for its owner alone, with everything in it, whatever the umask")
    func isPrivate() async throws {
        let state = folder.path("deep/er/state")
        let store = try SQLiteAlertStore.open(folder: state)
        try await store.commit(Make.commit(accounts: [Make.accountFacts()]))
        #expect(try mode(state) == 0o700)
        #expect(try mode(folder.path("deep")) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: state).sorted()
        #expect(
            names == [
                "saldovakt.changed", "saldovakt.lock", "saldovakt.sqlite", "saldovakt.sqlite-shm",
                "saldovakt.sqlite-wal",
            ])
        for name in names { #expect(try mode(state + "/" + name) == 0o600) }
    }

    @Test("is closed again when it and its files were left open to others")
    func isTightened() async throws {
        let state = try await folder.makeUsedFolder(Make.commit())
        chmod(state, 0o755)
        chmod(state + "/saldovakt.sqlite", 0o644)
        chmod(state + "/saldovakt.lock", 0o666)
        let store = try SQLiteAlertStore.open(folder: state)
        #expect(try mode(state) == 0o700)
        #expect(try mode(state + "/saldovakt.sqlite") == 0o600)
        #expect(try mode(state + "/saldovakt.lock") == 0o600)
        withExtendedLifetime(store) {}
    }

    @Test("is refused with the cause where a file has its name, or that of a folder above it")
    func namesFile() throws {
        let file = folder.path("file")
        try Data().write(to: URL(fileURLWithPath: file))
        for state in [file, file + "/below"] {
            let error = #expect(throws: StoreError.self) {
                try SQLiteAlertStore.openReadOnly(folder: state)
            }
            guard case .notWritable(_, let problem) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(problem.contains("a file is where a folder belongs; name another"))
        }
    }

    @Test("is refused, not closed, when it is open to others and holds other files")
    func refusesSharedFolder() throws {
        let shared = folder.path("shared")
        try FileManager.default.createDirectory(
            atPath: shared, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        try Data("hello".utf8).write(to: URL(fileURLWithPath: shared + "/letter.txt"))
        let error = #expect(throws: StoreError.self) { try SQLiteAlertStore.open(folder: shared) }
        guard case .notWritable(let path, let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == shared)
        #expect(problem.contains("mode 0755") && problem.contains("chmod 700"))
        #expect(try mode(shared) == 0o755)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["letter.txt"])
    }

    @Test("is refused when a file has its name")
    func refusesFile() throws {
        let path = folder.path("file")
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.self) { try SQLiteAlertStore.open(folder: path) }
    }
}
