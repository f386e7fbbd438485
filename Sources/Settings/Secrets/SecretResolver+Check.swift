extension SecretResolver {
    /// Everything that keeps the settings' secrets from being read, in the order of the values.
    ///
    /// Reads each secret once and keeps none; for the start of a watch and for `doctor`.
    public func problems(in settings: SaldovaktSettings) -> [SecretError] {
        var problems: [SecretError] = []
        func attempt(_ body: () throws(SecretError) -> Void) {
            do { try body() } catch { problems.append(error) }
        }
        for reference in settings.banks.flatMap(\.secretReferences) {
            attempt { () throws(SecretError) in _ = try secret(reference) }
        }
        for case .webhook(let webhook) in settings.channels.map(\.kind) {
            attempt { () throws(SecretError) in _ = try address(webhook.url) }
            if let key = webhook.signingSecret {
                attempt { () throws(SecretError) in _ = try signingSecret(key) }
            }
            for header in webhook.headers {
                attempt { () throws(SecretError) in _ = try value(header.value) }
            }
        }
        if let heartbeat = settings.heartbeat {
            attempt { () throws(SecretError) in _ = try address(heartbeat.url) }
        }
        return problems
    }
}
