import Foundation
import TestSupport
import Testing

@Suite("The published schemas", .programs)
struct SchemaTests {
    private static let script = """
        import json, pathlib, sys
        from jsonschema import Draft202012Validator
        folder = pathlib.Path(sys.argv[1])
        schema = json.loads((folder / "rules.schema.json").read_text())
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for path in sorted(folder.glob("*.json")):
            if path.name.endswith(".schema.json"):
                continue
            problems = [error.message for error in validator.iter_errors(json.loads(path.read_text()))]
            print(path.name, "ok" if not problems else problems)
        wrong = {"version": 1, "rules": [{"when": "balance under 100 NOK", "notfy": ["desktop"]}]}
        print("misspelt key", "refused" if list(validator.iter_errors(wrong)) else "ACCEPTED")
        """

    private static let settingsScript = """
        import json, pathlib, re, sys
        from jsonschema import Draft202012Validator
        root = pathlib.Path(sys.argv[1])
        schema = json.loads((root / "docs/settings.schema.json").read_text("utf-8"))
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        def say(name, value):
            print(name, [error.message for error in validator.iter_errors(value)] or "ok")
        for path in ["README.md", "docs/settings.md", "docs/channels.md", "docs/banks.md"]:
            for text in re.findall(r"```json\\n(.*?)```", (root / path).read_text("utf-8"), re.S):
                try:
                    value = json.loads(re.sub(r"^ +", "", text, flags=re.M))
                except ValueError:
                    continue
                if "channels" in value or "banks" in value:
                    say(path, value)
                elif "type" in value and "id" in value:
                    say(path, {"version": 1, "banks": [value]})
        wrong = {"version": 1, "channels": {"a": {"type": "webhook", "format": "slack", "ulr": "x"}}}
        print("misspelt key", "ok" if list(validator.iter_errors(wrong)) else "ACCEPTED")
        """

    @Test("accept the settings that the documentation shows, by an independent validator")
    func settings() async throws {
        let process = try ForeignProcess([
            Project.python.path, "-c", Self.settingsScript, Project.root.path,
        ])
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        _ = await eventually { process.lines.contains { $0.hasPrefix("misspelt key") } }
        #expect(process.lines.count > 6)
        for line in process.lines { #expect(line.hasSuffix(" ok"), "\(line)") }
    }

    private static let caseScript = """
        import json, pathlib, sys
        from jsonschema import Draft202012Validator
        folder = pathlib.Path(sys.argv[1])
        schema = json.loads((folder / "cases.schema.json").read_text())
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        def problems(value):
            return [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(value)]
        for path in sorted((folder / "cases").glob("*.json")):
            print(path.name, problems(json.loads(path.read_text())) or "ok")
        good = {"version": 1, "cases": [{"name": "a", "rules": ["balance under 100"],
            "timeline": [{"at": "2026-03-06 09:00", "balance": {"Bruks": "500 95x3"}}], "expect": []}]}
        print("good", problems(good) or "ok")
        slips = [("expcet", []), ("timeline", []), ("expect", [{}]), ("findings", [{"cod": "x"}]),
            ("timeline", [{"at": "9 o'clock"}]), ("timeline", [{"balance": {"Bruks": "5oo"}}]),
            ("timeline", [{"fault": "none"}]), ("expect", [{"type": "fired"}])]
        for key, value in slips:
            case = {**good["cases"][0], key: value}
            print("slip", key, "ok" if problems({"version": 1, "cases": [case]}) else "ACCEPTED")
        silent = {key: good["cases"][0][key] for key in ("name", "rules", "timeline")}
        print("silent", "ok" if problems({"version": 1, "cases": [silent]}) else "ACCEPTED")
        """

    @Test("accept every shipped case and refuse slips, by an independent validator")
    func cases() async throws {
        let process = try ForeignProcess([
            Project.python.path, "-c", Self.caseScript, Project.root.appending(path: "rules").path,
        ])
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        _ = await eventually { process.lines.contains { $0.hasPrefix("silent") } }
        let lines = process.lines
        #expect(lines.count > 20)
        for line in lines { #expect(line.hasSuffix(" ok"), "\(line)") }
    }

    @Test("accept every shipped example, by an independent validator, and refuse a misspelt key")
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
