import ArgumentParser
import Glibc

/// The entry point: parses the arguments, runs one command and leaves with its exit status.
@main
enum Program {
    /// Runs the program.
    static func main() async {
        Terminal.openMissingDescriptors()
        // A limit on the size of files is an error of the write, which is told; not the end.
        signal(SIGXFSZ, SIG_IGN)
        await SaldovaktCommand.run()
    }
}
