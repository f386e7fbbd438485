import Foundation

/// The inputs that fuzzing found worth keeping, in `contrib/fuzz/corpus`.
public enum FuzzCorpus: Sendable {
    /// The kept inputs of one reader, by the names of their files; throws if there are none.
    public static func inputs(of reader: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = fuzz.appending(path: "corpus/\(reader)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        guard !names.isEmpty else { throw CocoaError(.fileNoSuchFile) }
        return try names.map { name in
            (name, Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    /// The words that fuzzing puts into the inputs of one reader.
    public static func words(of reader: String) throws -> Set<String> {
        let file = fuzz.appending(path: "dictionaries/\(reader).dict")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { $0.hasPrefix("\"") }.map { String($0.dropFirst().dropLast()) })
    }

    private static let fuzz = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "contrib/fuzz")
}
