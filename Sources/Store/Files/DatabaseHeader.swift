/// The first hundred bytes of an SQLite database, read without SQLite.
///
/// Shape: "The Database Header" of the SQLite file format, https://www.sqlite.org/fileformat2.html.
struct DatabaseHeader: Sendable, Hashable {
    /// How many bytes a header has.
    static let length = 100

    /// The size of a page in bytes.
    let pageSize: Int
    /// How many pages there are; `nil` where the header does not claim to know.
    let pageCount: Int?
    /// The mark of the program that made the file.
    let applicationID: Int32

    /// Reads a header; `nil` if the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length else { return nil }
        guard bytes.starts(with: Array("SQLite format 3".utf8) + [0]) else { return nil }
        func number(at offset: Int) -> UInt32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
        // The count holds only while the change counter is the one it was written with.
        pageCount = number(at: 24) == number(at: 92) ? Int(number(at: 28)) : nil
        applicationID = Int32(bitPattern: number(at: 68))
    }
}
