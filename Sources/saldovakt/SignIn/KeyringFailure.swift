import Settings

/// The keyring's faults as the failures of commands.
enum KeyringFailure: Sendable {
    /// Asks the keyring.
    static func asking<Answer>(
        _ body: () throws(KeyringFault) -> Answer
    ) throws(CommandFailure) -> Answer {
        do {
            return try body()
        } catch {
            let fault = SecretFault.keyring(error)
            throw CommandFailure(
                .environment, code: fault.code, problem: fault.problem, fix: fault.fix)
        }
    }
}
