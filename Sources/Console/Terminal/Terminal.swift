package import Alerts
package import Finance
package import Foundation
import Threads

/// Standard output and standard error, and what is known about them.
package enum Terminal: Sendable {
    package static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether colours are welcome: a terminal, no `NO_COLOR`, and not `TERM=dumb`.
    package static var hasColour: Bool { isInteractive && welcomesColour }

    /// Whether the environment has nothing against colours, wherever standard output goes.
    static var welcomesColour: Bool {
        ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty && isCapable
    }

    /// Whether the terminal knows control sequences.
    static var isCapable: Bool {
        !["dumb", ""].contains(ProcessInfo.processInfo.environment["TERM", default: ""])
    }

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
    package static func write(_ text: String) { put(VisibleText.shown(text) + "\n") }

    /// Writes a line in a style, where colours are welcome.
    package static func write(_ text: String, in style: TextStyle) {
        put(style.painted(VisibleText.shown(text), if: hasColour) + "\n")
    }

    /// Writes a line to standard error, whatever a bank's text in it tries.
    package static func complain(_ text: String) {
        put(VisibleText.shown(text) + "\n", to: STDERR_FILENO)
    }

    /// Empties the screen, if standard output is one.
    package static func clear() {
        if isInteractive, isCapable { put("\u{1B}[2J\u{1B}[H") }
    }

    /// Writes text as it is: all of it, however long that takes; a closed pipe ends quietly.
    ///
    /// - Returns: whether there was somebody to read it.
    @discardableResult
    package static func put(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Bool {
        put(Array(text.utf8), to: descriptor)
    }

    private static let failure = Lock<Int32?>(nil)

    /// Why something could not be written, such as a full disk; `nil` if all was, or if nobody reads
    /// any more.
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
                // Sleeps until a descriptor that does not block takes bytes again.
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
    package static func outliveReaders() { signal(SIGPIPE) { _ in } }
}

/// How a piece of text stands out on a terminal that shows colours (ECMA-48, SGR).
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
    /// Who holds a state folder: what its lock says, with the time in a zone.
    package static func holder(_ signature: String, in zone: TimeZone) -> String {
        guard let place = signature.lastIndex(of: " "),
            let start = try? Date(String(signature[place...].dropFirst()), strategy: .iso8601)
        else { return signature }
        return "\(signature[...place])\(InstantText.moment(start, in: zone))"
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
    /// The amount as people write it, or a dash for one that the bank did not give.
    package func optional(_ money: Money?) -> String { money.map { text($0) } ?? "–" }
}
