/// What a program is started with.
public struct ProcessSpec: Sendable {
    /// The program's path and its arguments.
    public var command: [String]
    /// Its whole environment.
    public var environment: [String: String]
    /// What it reads; a program that does not read it is no failure.
    public var input: [UInt8]
    /// How many bytes of its output are kept; 0: the output goes nowhere.
    public var longestOutput: Int
    /// The time until it is killed.
    public var limit: Duration
    /// Whether it works in this program's folder and writes to the same terminal or file.
    ///
    /// For a program that a person named on the command line. Nothing is sent to it, and nothing that
    /// it writes is kept.
    public var isAttached = false

    /// How long a program may run unless settings say otherwise.
    public static let standardLimit = Duration.seconds(30)

    public init(
        command: [String], environment: [String: String] = [:], input: [UInt8] = [],
        longestOutput: Int = 0, limit: Duration = ProcessSpec.standardLimit
    ) {
        self.command = command
        self.environment = environment
        self.input = input
        self.longestOutput = longestOutput
        self.limit = limit
    }

    /// What of an environment a program needs to find other programs, its home and its language.
    ///
    /// The rest may hold secrets that settings refer to; a person may name `more` of it.
    public static func minimalEnvironment(
        of environment: [String: String], and more: Set<String> = []
    ) -> [String: String] {
        var kept = environment.filter { passedOn.contains($0.key) || more.contains($0.key) }
        if kept["PATH"]?.isEmpty ?? true { kept["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        return kept
    }

    private static let passedOn: Set<String> = [
        "HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "TZ", "USER", "XDG_RUNTIME_DIR",
    ]
}
