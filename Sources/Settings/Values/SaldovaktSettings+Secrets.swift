extension SaldovaktSettings {
    /// Every reference in the settings, in the order of the values.
    public var secretReferences: [SecretReference] {
        banks.flatMap(\.secretReferences) + channels.flatMap(\.secretReferences)
            + [heartbeat?.url.reference].compactMap(\.self)
    }
}

extension BankSettings {
    /// What has to be resolved before the bank can be asked.
    public var secretReferences: [SecretReference] {
        switch access {
        case .sbanken(let bank):
            [bank.clientID, bank.clientSecret, bank.customerID].compactMap(\.self)
        case .command(let command): command.variables.map(\.value)
        }
    }
}

extension ChannelSettings {
    /// What has to be resolved before the channel can be used.
    public var secretReferences: [SecretReference] {
        switch kind {
        case .desktop, .terminal, .command: []
        case .webhook(let webhook): webhook.secretReferences
        case .mail(let mail): [mail.user?.reference, mail.password].compactMap(\.self)
        case .mqtt(let mqtt): [mqtt.user?.reference, mqtt.password].compactMap(\.self)
        }
    }
}

extension WebhookSettings {
    /// What has to be resolved before a request can be made.
    var secretReferences: [SecretReference] {
        let texts = [url, user, place].compactMap(\.self) + headers.map(\.value)
        return texts.compactMap(\.reference) + [token].compactMap(\.self) + signingSecrets
    }
}

extension ConfidentialText {
    /// The reference, if the text is not in the file itself.
    public var reference: SecretReference? {
        if case .reference(let reference) = self { reference } else { nil }
    }
}
