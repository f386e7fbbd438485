import Finance
import Foundation

/// Standard output and standard error, and what is known about them.
package enum Terminal: Sendable {
    /// Whether standard output is a terminal that a person looks at.
    package static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether colours are welcome: a terminal, no `NO_COLOR`, and not `TERM=dumb`.
    package static var hasColour: Bool { isInteractive && welcomesColour }

    /// Whether the environment has nothing against colours, wherever standard output goes.
    package static var welcomesColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Columns and rows of the terminal on standard output.
    package static var size: (columns: Int, rows: Int) { size(of: STDOUT_FILENO) }

    /// Columns and rows, 80 by 24 where the terminal does not know.
    static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
            window.ws_row > 0
        else { return (80, 24) }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    /// Writes a line to standard output, whatever a bank's text in it tries.
    package static func write(_ text: String) {
        put(VisibleText.shown(text) + "\n", to: STDOUT_FILENO)
    }

    /// Writes text as it is to standard output.
    package static func put(_ text: String) {
        put(text, to: STDOUT_FILENO)
    }

    /// Writes a line to standard error, whatever a bank's text in it tries.
    package static func complain(_ text: String) {
        put(VisibleText.shown(text) + "\n", to: STDERR_FILENO)
    }

    /// Makes 0, 1 and 2 lead to `/dev/null` where the caller closed them.
    ///
    /// Otherwise the next socket or event counter would get such a number, and lines meant for a
    /// person would be written into it.
    package static func openMissingDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that is missing.
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }

    /// From now on a pipe that nobody reads any more is an error of the write, not the end.
    ///
    /// A handler that does nothing, because programs that are started would inherit an ignored signal.
    package static func outliveReaders() {
        signal(SIGPIPE) { _ in }
    }

    /// Sleeps until a descriptor that does not block takes bytes again.
    private static func waitForRoom(in descriptor: Int32) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = Glibc.poll(&wanted, 1, -1)
    }

    /// Writes text as it is: all bytes, through partial writes and interrupts; a closed pipe ends quietly.
    package static func put(_ text: String, to descriptor: Int32) {
        put(Array(text.utf8), to: descriptor)
    }

    /// Writes all bytes, however long that takes.
    ///
    /// - Returns: whether there was somebody to read them.
    @discardableResult
    package static func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = ArraySlice(bytes)
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                waitForRoom(in: descriptor)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// How a piece of text stands out on a terminal that shows colours (ECMA-48, SGR).
package enum TextStyle: String, Sendable {
    case bold = "1"
    case dim = "2"
    case reversed = "7"
    case red = "31"
    case green = "32"
    case yellow = "33"

    func painted(_ text: String) -> String {
        "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
