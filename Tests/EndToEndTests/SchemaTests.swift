import Foundation
import TestSupport
import Testing

@Suite("The published schema of rules files")
struct SchemaTests {
    private static let script = """
        import json, pathlib, sys
        from jsonschema import Draft202012Validator
        folder = pathlib.Path(sys.argv[1])
        schema = json.loads((folder / "rules.schema.json").read_text())
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for path in sorted(folder.glob("*.json")):
            if path.name == "rules.schema.json":
                continue
            problems = [error.message for error in validator.iter_errors(json.loads(path.read_text()))]
            print(path.name, "ok" if not problems else problems)
        wrong = {"version": 1, "rules": [{"when": "balance under 100 NOK", "notfy": ["desktop"]}]}
        print("misspelt key", "refused" if list(validator.iter_errors(wrong)) else "ACCEPTED")
        """

    @Test("accepts every shipped example, by an independent validator, and refuses a misspelt key")
    func examples() async throws {
        let process = try ForeignProcess([
            Project.python.path, "-c", Self.script, Project.root.appending(path: "rules").path,
        ])
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        _ = await eventually { process.lines.contains { $0.hasPrefix("misspelt key") } }
        let lines = process.lines
        #expect(lines.count > 10)
        #expect(lines.last == "misspelt key refused")
        for line in lines.dropLast() { #expect(line.hasSuffix(" ok"), "\(line)") }
    }
}
