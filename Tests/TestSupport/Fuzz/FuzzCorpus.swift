import Foundation

/// The inputs that fuzzing found worth keeping, in `contrib/fuzz/corpus`.
public enum FuzzCorpus: Sendable {
    /// The kept inputs of one reader, by the lines that hold them; throws if there are none or a
    /// line is not hexadecimal.
    public static func inputs(of reader: String) throws -> [(name: String, bytes: [UInt8])] {
        let file = fuzz.appending(path: "corpus/\(reader).hex")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        guard !lines.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
        return try lines.enumerated().map { number, line in
            ("\(reader).hex:\(number + 1)", try bytes(hexadecimal: line))
        }
    }

    private static func bytes(hexadecimal line: Substring) throws -> [UInt8] {
        let digits = Array(line.utf8)
        guard digits.count.isMultiple(of: 2) else { throw CocoaError(.fileReadCorruptFile) }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return byte
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
