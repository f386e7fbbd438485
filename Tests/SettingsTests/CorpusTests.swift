import TestSupport
import Testing

@testable import Settings

@Suite("What fuzzing found")
struct CorpusTests {
    @Test("every kept file is refused with findings or gives settings")
    func files() throws {
        for (name, bytes) in try FuzzCorpus.inputs(of: "settings") {
            let file = SettingsFile.load(
                bytes: bytes, fileName: "settings.json", mode: FileMode(0o644))
            #expect((file.settings == nil) != file.findings.isEmpty, "\(name)")
            for finding in file.findings { #expect(!finding.description.isEmpty, "\(name)") }
        }
    }
}
