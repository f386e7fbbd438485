import ArgumentParser

/// The entry point: parses the arguments, runs one command and leaves with its exit status.
@main
enum Program {
    /// Runs the program.
    static func main() {
        Terminal.openMissingDescriptors()
        ProgramLoop.install()
        ProgramLoop.run { await SaldovaktCommand.run() }
    }
}
