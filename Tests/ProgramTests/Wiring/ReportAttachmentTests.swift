import Testing
import Threads

@testable import saldovakt

@Suite("A report that a mail is to bring")
struct ReportAttachmentTests {
    @Test("is not waited for longer than its time, though its reading can't be broken off")
    func slow() async {
        let disk = OneAnswer<Int>()
        let made = await ReportAttachment.inTime(.milliseconds(1)) { await disk.value() }
        #expect(made == nil)
        disk.give(1)
    }

    @Test("is there when it is ready")
    func ready() async throws {
        let made = await ReportAttachment.inTime(.seconds(600)) { 7 }
        #expect(try made?.get() == 7)
    }
}
