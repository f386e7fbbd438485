/// Which program brings a bank's answers.
public struct BankCommandSettings: Sendable, Hashable {
    /// A variable of the program's environment, filled with a secret.
    public struct Variable: Sendable, Hashable {
        /// The variable's name.
        public let name: String
        /// Where its value is.
        public let value: SecretReference

        /// Makes a variable.
        public init(name: String, value: SecretReference) {
            self.name = name
            self.value = value
        }
    }

    /// The program, its arguments and how long it may run.
    public var program: CommandSettings
    /// What it gets in its environment beside the little that every program needs, in the order of
    /// the file.
    public var variables: [Variable]

    /// Makes the settings.
    public init(program: CommandSettings, variables: [Variable] = []) {
        self.program = program
        self.variables = variables
    }
}
