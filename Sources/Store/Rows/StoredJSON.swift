import Foundation

/// Values as JSON text in a column: states and notices, which are only read whole.
///
/// Instants are whole milliseconds, as everywhere in the database.
enum StoredJSON {
    /// The value as one line of JSON.
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(StoredInstant.milliseconds(date))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value that ``encode(_:)`` wrote.
    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            return StoredInstant.date(milliseconds: try container.decode(Int64.self))
        }
        return try decoder.decode(Value.self, from: Data(text.utf8))
    }
}
