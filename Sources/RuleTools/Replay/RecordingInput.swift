import Foundation
package import Recording

/// The lines of a recording: of a file, or of standard input for `-`.
package struct RecordingInput: Sendable {
    private static let blockSize = 1 << 18

    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// Gives out every line that is not empty, with its place if it could not be read.
    ///
    /// - Parameters:
    ///   - isByHousehold: whether each line names its household, all lines of one together.
    ///   - body: the line, and whose it is; `nil` if nobody asks, or if that can't be read.
    /// - Throws: ``RecordingUnreadable`` if the file can't be opened or read.
    package func forEach(
        byHousehold isByHousehold: Bool = false,
        _ body: (Result<RecordingLine, RecordingError>, String?) -> Void
    ) throws {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var splitter = LineSplitter()
        let reader = SnapshotLineReader()
        var households = isByHousehold ? Households() : nil
        func give(_ bytes: Result<UnsafeBufferPointer<UInt8>, RecordingError>, _ number: Int) {
            do throws(RecordingError) {
                let bytes = try bytes.get()
                let household = try households?.next(bytes, number, reader)
                body(Self.line(bytes, number, reader), household)
            } catch {
                body(.failure(error), nil)
            }
        }
        // One block for the whole input: a new one each time would cost more than reading it.
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        while case let count = try fill(&block, from: descriptor), count > 0 {
            block.withUnsafeBufferPointer {
                splitter.take(UnsafeBufferPointer(rebasing: $0[..<count]), give)
            }
        }
        splitter.finish(give)
    }

    private static func line(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int, _ reader: SnapshotLineReader
    ) -> Result<RecordingLine, RecordingError> {
        do throws(RecordingError) {
            return .success(try reader.line(bytes, number: number))
        } catch {
            return .failure(error)
        }
    }

    /// Reads the next bytes; gives how many, 0 at the end.
    private func fill(_ block: inout [UInt8], from descriptor: Int32) throws -> Int {
        var got = 0
        repeat {
            got = read(descriptor, &block, block.count)
        } while got < 0 && errno == EINTR
        guard got >= 0 else { throw unreadable }
        return got
    }

    private var unreadable: RecordingUnreadable { RecordingUnreadable(path: path) }
}

/// The households of a recording, each of whose lines have to be together.
private struct Households {
    private var current: String?
    /// Hashes instead of names: there may be millions.
    private var seen: Set<Int> = []

    mutating func next(
        _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int, _ reader: SnapshotLineReader
    ) throws(RecordingError) -> String {
        let household = try reader.household(bytes, number: number)
        guard household != current else { return household }
        guard seen.insert(household.hashValue).inserted else {
            throw RecordingError(
                line: number, column: nil, fault: .scattered(household: household))
        }
        current = household
        return household
    }
}

/// A recording that can't be opened or read.
package struct RecordingUnreadable: Error {
    package let path: String
}
