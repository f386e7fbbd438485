import Foundation
import Testing

@Suite("The guarantees of the alerts")
struct GuaranteeTests {
    @Test("have a test each that is named after its number")
    func numbers() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var found: Set<Int> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            found.formUnion(Self.numbers(in: try String(contentsOf: file, encoding: .utf8)))
        }
        #expect(Set(1...48).subtracting(found).sorted() == [])
        #expect(found.subtracting(1...48).isEmpty)
    }

    /// The numbers in names such as "guarantees 11, 12: …", of tests only.
    private static func numbers(in text: String) -> Set<Int> {
        let tests = text.components(separatedBy: "@Test(").dropFirst()
        let names = tests.compactMap { $0.components(separatedBy: "\"").dropFirst().first }
        let numbers = names.compactMap { name -> [Int]? in
            guard let word = ["guarantee ", "guarantees "].first(where: name.hasPrefix) else {
                return nil
            }
            let list = name.dropFirst(word.count).prefix { $0 != ":" }
            return list.split(separator: ",").compactMap {
                Int($0.trimmingCharacters(in: .whitespaces))
            }
        }
        return Set(numbers.joined())
    }
}
