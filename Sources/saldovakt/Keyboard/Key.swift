/// A key that a person pressed.
enum Key: Sendable, Hashable {
    /// One character that shows something.
    case character(Character)
    case enter
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-D.
    case endOfInput
    case tab
    case backspace
    case delete
    /// Ctrl-U.
    case clear
    /// Ctrl-W.
    case deleteWord
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
}
