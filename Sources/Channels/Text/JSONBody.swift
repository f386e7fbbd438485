import Foundation

/// Writes and reads the JSON of other people's interfaces.
enum JSONBody {
    /// The bytes of a value, its keys in order, so that a request is always the same.
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and switches can always be encoded; an empty body would be refused, not
        // lost.
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }

    /// The value in an answer; `nil` if it is anything else.
    static func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}
