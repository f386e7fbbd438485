/// A fault with its place in the line.
struct LineFault: Error {
    /// What is wrong.
    let fault: RecordingFault
    /// The byte in the line; `nil` for the whole line.
    let offset: Int?

    /// Makes a fault.
    init(_ fault: RecordingFault, at offset: Int?) {
        self.fault = fault
        self.offset = offset
    }
}
