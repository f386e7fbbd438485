/// A program of the person's own.
public struct CommandSettings: Sendable, Hashable {
    /// The program's absolute path, or one that begins with `~/`.
    public var program: String
    /// What it gets as arguments, as they are: no shell reads them.
    public var arguments: [String]
    /// How long it may run, if not as long as programs usually may.
    public var timeout: Duration?

    /// Makes the settings of a program.
    public init(program: String, arguments: [String] = [], timeout: Duration? = nil) {
        self.program = program
        self.arguments = arguments
        self.timeout = timeout
    }
}
