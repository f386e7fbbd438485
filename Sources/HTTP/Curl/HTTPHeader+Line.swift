extension HTTPHeader {
    /// Reads `Name: value` with its line end; `nil` for a status line or the empty last line.
    init?(line bytes: UnsafeRawBufferPointer) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = bytes[..<colon]
        guard !name.contains(where: { $0 <= 0x20 || $0 == 0x2f }) else { return nil }
        let value = bytes[(colon + 1)...].drop(while: Self.isBlank)
        let end = value.lastIndex { !Self.isBlank($0) }
        let trimmed = end.map { value[value.startIndex...$0] }
        self.init(
            String(decoding: name, as: UTF8.self),
            trimmed.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
    }
}
