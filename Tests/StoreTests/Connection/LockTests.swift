import Alerts
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Store

@Suite("The locks of a connection", .io)
struct LockTests {
    private let folder = TemporaryFolder()

    /// Whether any connection holds the lock without which another process may remove the log.
    ///
    /// Its place: "SHARED_FIRST" of https://www.sqlite.org/src/file/src/os.h.
    private func isHeld(through descriptor: Int32) -> Bool {
        SystemFile.isLocked(descriptor, bytes: 0x4000_0002..<0x4000_0200)
    }

    @Test("stay while other connections of the same process come and go")
    func stay() async throws {
        let state = try await folder.makeUsedFolder(Make.commit(accounts: [Make.accountFacts()]))
        let descriptor = open(state + "/saldovakt.sqlite", O_RDONLY)
        defer { close(descriptor) }
        #expect(!isHeld(through: descriptor))
        do {
            let reader = try FinanceStore.open(folder: state)
            #expect(try await reader.accounts(query: AccountQuery()).count == 1)
            #expect(isHeld(through: descriptor))
            for _ in 1...2 {
                let index = try AccessIndex.open(folder: state)
                #expect(isHeld(through: descriptor))
                _ = try await index.readers()
            }
            #expect(try SQLiteAlertStore.damage(folder: state).isEmpty)
            #expect(isHeld(through: descriptor))
            withExtendedLifetime(reader) {}
        }
        #expect(!isHeld(through: descriptor))
    }
}
