import Console
import Foundation
import Rules
import Settings

/// The text of a rules file on disk.
enum RulesText: Sendable {
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                .environment, where: path, code: "rules-unreadable",
                problem: isFolder(path)
                    ? "this is a folder, no rules file"
                    : FileManager.default.fileExists(atPath: path)
                        ? "the rules file can't be read" : "there is no such rules file",
                fix: fix(path))
        }
        return Array(data)
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }

    /// What to do about a rules file that can't be read.
    static func fix(_ path: String) -> String {
        if isFolder(path) { return "name the file in it" }
        return FileManager.default.fileExists(atPath: path)
            ? "make the file readable for you"
            : path == Configuration.usualRulesFile
                ? "run 'saldovakt init' to write one, or name another with --rules"
                : "check the path; 'saldovakt init --rules FILE' writes one to start from"
    }

    /// Reads the rules of the file; findings that do not end the command are written to standard
    /// error.
    ///
    /// - Parameter takesReadable: whether it is enough that some of the rules can be read.
    /// - Throws: a failure with every finding if that is not the case.
    static func load(
        _ path: String, channels: Set<String>, takesReadable: Bool = false
    ) throws(CommandFailure) -> RulesFileResult {
        let result = RulesFile.load(try bytes(of: path), fileName: path, channels: channels)
        let text = FindingRenderer.text(result.findings)
        guard result.ruleSet != nil || takesReadable && !result.located.isEmpty else {
            throw CommandFailure(.wrong, text: text)
        }
        if !text.isEmpty { Terminal.complain(text) }
        return result
    }

    /// Replaces the file's content atomically, so that a running `watch` never reads half of it.
    ///
    /// The file keeps its mode, and a link keeps its target.
    ///
    /// - Parameters:
    ///   - what: the file's content in words, for the error; settings and secrets are written here
    ///     too.
    ///   - makesFolder: whether a missing folder is created; a path that a person wrote may be
    ///     mistyped.
    static func replace(
        _ path: String, with bytes: [UInt8], what: String = "rules", mode: Int? = nil,
        makesFolder: Bool = false
    ) throws(CommandFailure) {
        let target = URL(filePath: path).resolvingSymlinksInPath()
        let folder = target.deletingLastPathComponent()
        let files = FileManager.default
        if makesFolder {
            try? files.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let known = try? files.attributesOfItem(atPath: target.path)[.posixPermissions]
        do throws(FileWriteProblem) {
            try LocalFiles.replace(
                target.path, with: bytes, mode: UInt32(mode ?? known as? Int ?? 0o644))
        } catch {
            throw CommandFailure(
                .environment, where: path, code: "\(what)-not-writable",
                problem: "the \(what) file can't be written: \(error)",
                fix: error.isFull
                    ? "make room there"
                    : "name one in a folder that is there and that you may write to")
        }
    }
}
