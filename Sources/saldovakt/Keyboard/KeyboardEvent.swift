/// What comes from the person in front of a terminal.
enum KeyboardEvent: Sendable, Hashable {
    /// A key.
    case key(Key)
    /// The terminal has another size, or its screen has to be drawn anew.
    case redraw
    /// A signal that asks the program to end; SIGHUP also for a terminal that is gone.
    case ended(Int32)
}
