/// The pipes between this program and one that it starts.
struct ChildPipes {
    /// What the program reads.
    let input: PipeEnds
    /// What it writes; `nil` if nobody wants to know.
    let output: PipeEnds?
    /// What it complains about.
    let errors: PipeEnds

    /// Makes the pipes; `nil` if the system gives no more file descriptors.
    init?(withOutput: Bool) {
        guard let input = PipeEnds(), let errors = PipeEnds() else { return nil }
        self.input = input
        self.errors = errors
        guard withOutput else {
            output = nil
            return
        }
        guard let output = PipeEnds() else { return nil }
        self.output = output
    }

    /// Closes the ends that the started program now has for itself.
    func closeTheChildsEnds() {
        input.closeReading()
        output?.closeWriting()
        errors.closeWriting()
    }

    /// Closes everything that is still open.
    func close() {
        input.close()
        output?.close()
        errors.close()
    }
}
