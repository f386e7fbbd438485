extension SandboxScenario {
    /// The scenarios that come with the program.
    public static let builtIn: [SandboxScenario] = [demo, sample]

    /// The built-in scenario of that name.
    public static func builtIn(named name: String) -> SandboxScenario? {
        builtIn.first { $0.name == name }
    }
}
