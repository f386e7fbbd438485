import Testing

@testable import saldovakt

@Suite("Pages of code")
struct CodePagesTests {
    @Test("of a file are found in a list of mappings")
    func finds() {
        let line = "7f0000001000-7f0000003000 r-xp 00001000 fe:00 12   /usr/lib/libc.so.6"
        #expect(CodePages.code(in: line) == 0x7f00_0000_1000..<0x7f00_0000_3000)
    }

    @Test(
        "are nothing that was written to or that no file holds",
        arguments: [
            "7f0000001000-7f0000003000 rw-p 00001000 fe:00 12   /usr/lib/libc.so.6",
            "7f0000001000-7f0000003000 rwxp 00001000 fe:00 12   /usr/lib/libc.so.6",
            "7f0000001000-7f0000003000 r-xp 00000000 00:00 0    [vdso]",
            "7f0000001000-7f0000003000 r-xp 00000000 00:00 0 ", "", "r-xp / / / / /",
            "7f0000003000-7f0000001000 r-xp 00001000 fe:00 12   /usr/lib/libc.so.6",
        ])
    func spares(line: String) {
        #expect(CodePages.code(in: line) == nil)
    }
}
