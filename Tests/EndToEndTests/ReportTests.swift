import Foundation
import TestSupport
import Testing

@Suite("A report of what is stored", .programs)
struct ReportTests {
    private let scratch: Scratch
    private let environment: [String: String]

    /// The sandbox's story, as far as the first alert.
    init() async throws {
        scratch = try Scratch()
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": scratch.folder.path, "LC_ALL": "nb_NO.UTF-8",
        ]
        _ = try await run("init", "--yes", "--bank", "sandbox")
        for _ in 1...5 { _ = try await run("watch", "--once") }
    }

    private func run(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.of(arguments, environment: environment)
    }

    @Test("is a page that a browser shows, which only its owner can read")
    func page() async throws {
        let file = scratch.path("page.html")
        let written = try await run("report", "--out", file.path)
        #expect(written.code == 0 && written.lines == [file.path], "\(written.errors)")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let browser = try await HeadlessBrowser(in: scratch)
        try await browser.open(file.absoluteString)
        let text = try await browser.text().replacing("\u{A0}", with: " ")
        for words in [
            "Kontoene dine", "Aktive varsler", "Lommepenger", "94,50 kr", "grense 100,00 kr",
            "Forbruk etter kategori", "Ingen følger med",
        ] {
            #expect(text.contains(words), "no '\(words)' in \(text)")
        }
        try await browser.quit()
    }

    @Test("takes an account and a day, goes to standard output, and says what it can't do")
    func options() async throws {
        let one = try await run("report", "--account", "0004", "--since", "yesterday", "--out", "-")
        #expect(one.code == 0 && one.lines.first == "<!DOCTYPE html>", "\(one.errors)")
        let page = one.lines.joined()
        #expect(page.contains("Lommepenger") && !page.contains("Felleskonto"))
        let unknown = try await run("report", "--account", "Lommepenge", "--out", "-")
        #expect(unknown.code == 1 && unknown.errors.contains("use 'Lommepenger'"))
        let desktop = try await run("report", "--open", "--out", scratch.path("page.html").path)
        #expect(desktop.code == 4 && desktop.names("--open", "no-browser"), "\(desktop.errors)")
        #expect(try await run("report", "--open", "--out", "-").code == 2)
        let folder = try await run("report", "--out", "/proc/none/page.html")
        #expect(folder.code == 4 && folder.errors.contains("report-not-writable"))
        let pipe = scratch.path("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let piped = try await run("report", "--out", pipe)
        #expect(piped.code == 4 && piped.errors.contains("it is not a regular file"))
        let rules = try await run("report", "--rules", scratch.path("none.json").path, "--out", "-")
        #expect(rules.code == 4 && rules.errors.contains("rules-unreadable"), "\(rules.errors)")
    }

    @Test("warns of rules that can't be read, whose limits it does not show")
    func brokenRules() async throws {
        let text = #"{ "version": 1, "rules": [ "new dbit over 500" ] }"#
        let rules = try scratch.write(text, to: ".config/saldovakt/rules.json").path
        let page = try await run("report", "--out", "-")
        #expect(page.code == 0 && page.lines.first == "<!DOCTYPE html>", "\(page.errors)")
        #expect(page.errors.hasPrefix("\(rules):1:"), "\(page.errors)")
        #expect(page.errors.contains(": warning ["), "\(page.errors)")
    }
}
