/// A line of a recording that cannot be read, with its number.
///
/// A reader goes on with the next line; such a line counts as a failed poll.
public struct RecordingError: Error, Sendable, Equatable {
    /// The number of the line, from 1.
    public let line: Int
    /// The column in code points, from 1; `nil` if the line as a whole is meant.
    public let column: Int?
    /// What is wrong.
    public let fault: RecordingFault

    /// Makes an error.
    public init(line: Int, column: Int?, fault: RecordingFault) {
        self.line = line
        self.column = column
        self.fault = fault
    }

    /// The error as it is printed, two lines.
    ///
    /// ```
    /// march.ndjson:17:48: error: [amount] 'amount' has more decimals than NOK: '999.999'
    ///   fix: write the amount as a decimal text such as "-187.00"
    /// ```
    ///
    /// - Parameter file: how the recording is called; `-` for standard input.
    public func text(file: String) -> String {
        let place = column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
        return "\(place): error: [\(fault.code)] \(fault.problem)\n  fix: \(fault.fix)"
    }
}

extension RecordingError: CustomStringConvertible {
    /// The error without a file's name.
    public var description: String { text(file: "line") }
}
