package import Alerts
package import Finance
package import Foundation
import Threads

/// Standard output and standard error, and their properties.
package enum Terminal: Sendable {
    package static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether colours are used: on a terminal, without `NO_COLOR`, and not with `TERM=dumb`.
    package static var hasColour: Bool { isInteractive && welcomesColour }

    /// Whether the environment allows colours, wherever standard output goes.
    static var welcomesColour: Bool {
        ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty && isCapable
    }

    /// Whether the terminal knows control sequences.
    static var isCapable: Bool {
        !["dumb", ""].contains(ProcessInfo.processInfo.environment["TERM", default: ""])
    }

    package static var size: (columns: Int, rows: Int) { size(of: STDOUT_FILENO) }

    /// Columns and rows, 80 by 24 if the terminal does not know.
    static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
            window.ws_row > 0
        else { return (80, 24) }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    /// Writes a line to standard output, with the control characters of banks' texts made visible.
    package static func write(_ text: String) { put(VisibleText.shown(text) + "\n") }

    /// Writes a line in a style if there is one and colours are used.
    package static func write(_ text: String, in style: TextStyle?) {
        let shown = VisibleText.shown(text)
        put((style?.painted(shown, if: hasColour) ?? shown) + "\n")
    }

    /// Writes a line to standard error, with the control characters of banks' texts made visible.
    package static func complain(_ text: String) {
        put(VisibleText.shown(text) + "\n", to: STDERR_FILENO)
    }

    /// Clears the screen if standard output is one.
    package static func clear() {
        if isInteractive, isCapable { put("\u{1B}[2J\u{1B}[H") }
    }

    /// Writes all of a text unchanged, however long that takes; a closed pipe is no error.
    ///
    /// - Returns: whether there was a reader.
    @discardableResult
    package static func put(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        put(Array(text.utf8), to: descriptor)
    }

    private static let failure = Lock<Int32?>(nil)

    /// Why something could not be written, such as a full disk; `nil` if all was, or the reader is
    /// gone.
    package static var writeFailure: String? {
        failure.withLock { $0 }.map { String(cString: strerror($0)) }
    }

    @discardableResult
    static func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = ArraySlice(bytes)
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // Sleeps until a non-blocking descriptor accepts bytes again.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = Glibc.poll(&wanted, 1, -1)
            } else if errno != EINTR {
                let code = errno
                if code != EPIPE { failure.withLock { $0 = code } }
                return false
            }
        }
        return true
    }

    /// Opens `/dev/null` for those of 0, 1 and 2 that the caller closed.
    ///
    /// Otherwise the next socket or event counter would get such a number, and lines for a person
    /// would be written to it.
    package static func openMissingDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that is missing.
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }

    /// Makes a write to a closed pipe fail instead of ending the process.
    ///
    /// It sets a handler that does nothing: started programs would inherit an ignored signal.
    package static func outliveReaders() { signal(SIGPIPE) { _ in } }
}

/// How text is emphasised on a terminal with colours (ECMA-48, SGR).
package enum TextStyle: String, Sendable {
    case bold = "1"
    case dim = "2"
    case reversed = "7"
    case red = "31"
    case green = "32"
    case yellow = "33"

    package func painted(_ text: String, if isWelcome: Bool = true) -> String {
        isWelcome ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// The words for counts and outcomes that several commands print.
package enum Strings: Sendable {
    /// The holder of a state folder as its lock file names it, with the time in a zone.
    package static func holder(_ signature: String, in zone: TimeZone) -> String {
        guard let place = signature.lastIndex(of: " "),
            let start = try? Date(String(signature[place...].dropFirst()), strategy: .iso8601)
        else { return signature }
        return "\(signature[...place])\(InstantText.moment(start, in: zone))"
    }

    /// The options that have a value, as they are typed behind a command in a shell.
    package static func options(_ options: (name: String, value: String?)...) -> String {
        options.compactMap { name, value in
            value.map { " \(name) '\($0.replacing("'", with: #"'\''"#))'" }
        }.joined()
    }

    /// A count with its noun: `1 bank`, `2 banks`.
    package static func count(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// A length of time in its largest unit: `40 s`, `5 min`, `3 h`, `2 d`.
    package static func length(_ seconds: TimeInterval) -> String {
        let seconds = Int(max(0, min(seconds, 1e9)))
        return switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5_400: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    static func outcome(_ outcome: SnapshotOutcome) -> String {
        switch outcome {
        case .complete: "complete"
        case .partial: "partial"
        case .throttled: "throttled"
        case .failed: "failed"
        }
    }
}

extension MoneyStyle {
    /// The amount as people write it, or a dash if the bank gave none.
    package func optional(_ money: Money?) -> String { money.map { text($0) } ?? "–" }
}
