import Foundation
import TestSupport
import Testing

@Suite("The checks of the project", .programs)
struct CheckTests {
    /// What a check printed, and its status.
    private struct Outcome {
        let status: Int32
        let text: String
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func run(_ check: String, on root: URL) async throws -> Outcome {
        let process = try ForeignProcess(
            [Self.root.appending(path: "contrib/checks/\(check)").path, root.path],
            environment: [
                "PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1",
                "HOME": "/nonexistent-home",
            ])
        let status = try await process.exitCode()
        return Outcome(
            status: status, text: process.lines.joined(separator: "\n") + process.errorText)
    }

    /// A project of one file.
    private func project(_ path: String, _ text: String) throws -> URL {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-checks-\(UUID().uuidString)")
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return root
    }

    @Test(
        "find nothing in the project itself",
        arguments: ["imports", "rules-readme", "statements", "style"])
    func clean(check: String) async throws {
        let outcome = try await run(check, on: Self.root)
        #expect(outcome.text.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test("find a table beside the rules that is not that of the doc comments")
    func readme() async throws {
        let readme = "<!-- from a.swift A -->\n| key | meaning |\n<!-- end -->\n"
        let root = try project("rules/README.md", readme)
        try Data("enum A {\n    /// The sentence.\n    case when\n}\n".utf8)
            .write(to: root.appending(path: "a.swift"))
        let found = try await run("rules-readme", on: root)
        #expect(found.status == 1 && found.text.contains("the table of A differs"))
    }

    @Test("find a statement of the rule language without a case or a mutation")
    func statements() async throws {
        let root = try project(
            "rules/cases/a.json", #"{"cases": [{"name": "RL-1 editing"}, {"name": "RL-20"}]}"#)
        try FileManager.default.createDirectory(
            at: root.appending(path: "contrib/checks"), withIntermediateDirectories: true)
        try Data(#"[{"name": "RL-20 five"}]"#.utf8).write(
            to: root.appending(path: "contrib/checks/mutations.json"))
        let found = try await run("statements", on: root).text.split(separator: "\n").map(
            String.init)
        let place = "contrib/checks/statements.txt: "
        #expect(!found.contains("\(place)no case is named after RL-1"))
        #expect(found.contains("\(place)no case is named after RL-2"))
        #expect(found.contains("\(place)no mutation is named after RL-1"))
        #expect(!found.contains("\(place)no mutation is named after RL-20"))
        #expect(found.contains { $0.contains("section 4: level / needs") })
    }

    @Test(
        "find an import or a use that the table of modules does not allow",
        arguments: [
            ("Finance/A.swift", "import Alerts", "Finance may not import Alerts"),
            ("Watch/A.swift", "@preconcurrency public import Store", "Watch may not import Store"),
            ("Rules/A.swift", "import struct HTTP.X", "Rules may not import HTTP"),
            ("Channels/A.swift", "import CNotify", "only Channels/Desktop may import CNotify"),
            ("Newcomer/A.swift", "import Finance", "not in contrib/checks/modules.txt: Newcomer"),
            ("Alerts/A.swift", "let a = Date()", "Alerts is pure and may not use Date"),
            ("Rules/A.swift", "let a: Date = .now", "Rules is pure and may not use now"),
            ("Finance/A.swift", "let a = FileManager.default", "may not use FileManager"),
        ])
    func forbiddenImports(path: String, text: String, finding: String) async throws {
        let root = try project("Sources/\(path)", "// import Nothing\n\(text)\n")
        defer { try? FileManager.default.removeItem(at: root) }
        let outcome = try await run("imports", on: root)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("Sources/\(path)"))
        #expect(outcome.text.contains(finding))
    }

    @Test(
        "find what the house style does not allow",
        arguments: [
            ("Sources/Finance/A.swift", "public struct A {}", "this struct has no doc comment"),
            ("Sources/Finance/A.swift", "@A\nprotocol B {}", "A.swift:2: this protocol has no"),
            (
                "Sources/Finance/A.swift",
                "/// B.\nstruct Account {\n    /// The account's days.\n    let day: Int\n}",
                "A.swift:3: the doc comment only repeats the name: The account's days."
            ),
            (
                "Sources/Finance/A.swift",
                "/// Makes a sum\n/// of those rows.\nprivate func sum(\n    of rows: [B]\n) {}",
                "A.swift:1: the doc comment only repeats the name: Makes a sum of those rows."
            ),
            (
                "Sources/Finance/A.swift", "private func a() { try! b() }",
                "try! is not used here"
            ),
            (
                "Sources/Finance/A.swift", "private func a() { fatalError(\"b\") }",
                "fatalError is not used here"
            ),
            ("Sources/Finance/A.swift", "private func a() { print(1) }", "libraries do not print"),
            ("Sources/Finance/A.swift", "@_spi(A) import B", "@_spi is no public interface"),
            (
                "Sources/Finance/A.swift", "private let a = unsafeBitCast(b, to: C.self)",
                "unsafeBitCast is no public interface"
            ),
            ("Sources/CThreads/a.c", "madvise(a, b, c);", "madvise is no public interface"),
            ("Package.swift", #"unsafeFlags(["-Xfrontend"])"#, "-Xfrontend is no public interface"),
            ("Makefile", "A = --symbol-ordering-file=b", "symbol-ordering-file is no public"),
            (
                "Sources/Finance/A.swift",
                String(repeating: "private final class A: @unchecked Sendable {}\n", count: 4),
                "A.swift:4: more than 3 '@unchecked Sendable'"
            ),
            ("Tests/A.swift", "func a() async { try? await Task.sleep(for: b) }", "do not sleep"),
            (
                "Sources/Finance/A.swift", "private let a = \"what \\(b) stands for\"",
                "a person reads 'stands': use a plain word"
            ),
            ("docs/a.md", "is asked a" + "new", "a person reads 'anew'"),
            ("a.md", "see FIX" + "ME", "something is unfinished here"),
            ("a.md", "in /nonexistent" + "-home/a", "a path of this machine"),
            (
                "Tests/A.swift", "func a() {" + String(repeating: "\n", count: 60) + "}",
                "func a has 61 lines"
            ),
            ("Tests/A.swift", String(repeating: "\n", count: 400), "401 lines, more than 400"),
        ])
    func style(path: String, text: String, finding: String) async throws {
        let root = try project(path, text + "\n")
        defer { try? FileManager.default.removeItem(at: root) }
        let outcome = try await run("style", on: root)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains(finding))
    }

    @Test("are not misled by comments, texts and private declarations")
    func quiet() async throws {
        let text = """
            // import Alerts, fatalError("x")
            /* Date() /* nested */ print(1) */
            private let a = "try! \\(b("}")) Date()"
            private let c = #"as! " "#
            private struct D {
                func e() {}
            }
            /// More than the name.
            public struct F {
                public let g: Int
                /// The place, counted from 0.
                public let place: Int
                /// `null`.
                public init(null: Int) {}
            }

            """
        let root = try project("Sources/Finance/A.swift", text)
        defer { try? FileManager.default.removeItem(at: root) }
        for check in ["imports", "style"] {
            let outcome = try await run(check, on: root)
            #expect(outcome.text.isEmpty)
            #expect(outcome.status == 0)
        }
    }
}
