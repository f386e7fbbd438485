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
        for channel in settings.channels {
            problems += self.problems(in: channel)
        }
        if let heartbeat = settings.heartbeat {
            attempt { () throws(SecretError) in _ = try address(heartbeat.url) }
        }
        return problems
    }

    private func problems(in channel: ChannelSettings) -> [SecretError] {
        var problems: [SecretError] = []
        func attempt(_ body: () throws(SecretError) -> Void) {
            do { try body() } catch { problems.append(error) }
        }
        var others = channel.secretReferences
        if case .webhook(let webhook) = channel.kind {
            // What has a shape of its own is read as such, and not once more.
            others.removeAll { webhook.signingSecrets.contains($0) || $0 == webhook.url?.reference }
            if let url = webhook.url {
                attempt { () throws(SecretError) in _ = try address(url) }
            }
            for key in webhook.signingSecrets {
                attempt { () throws(SecretError) in _ = try signingSecret(key) }
            }
        }
        for reference in others {
            attempt { () throws(SecretError) in _ = try secret(reference) }
        }
        return problems
    }
}
