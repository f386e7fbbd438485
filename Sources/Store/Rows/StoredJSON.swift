import Foundation

/// Values as JSON text in a column: states and notices, which are only read whole.
///
/// Instants are whole milliseconds, as everywhere in the database.
enum StoredJSON {
    // Made once: setting up a coder costs a good part of what a small value costs.
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(StoredInstant.milliseconds(date))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            return StoredInstant.date(milliseconds: try container.decode(Int64.self))
        }
        return decoder
    }()

    /// The value as one line of JSON.
    static func encode(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value that ``encode(_:)`` wrote.
    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try decoder.decode(Value.self, from: Data(text.utf8))
    }
}
