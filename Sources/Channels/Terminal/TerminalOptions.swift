public import Foundation

/// How lines on a terminal look.
public struct TerminalOptions: Sendable, Hashable {
    /// Whether lines carry colours (ANSI sequences); not when the output is piped.
    public var usesColour: Bool
    /// The zone of the times shown.
    public var timeZone: TimeZone

    /// Plain lines with times in `timeZone`.
    public init(usesColour: Bool = false, timeZone: TimeZone = .current) {
        self.usesColour = usesColour
        self.timeZone = timeZone
    }
}
