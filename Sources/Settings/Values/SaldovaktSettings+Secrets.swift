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
        [clientID, clientSecret, customerID].compactMap(\.self)
    }
}

extension ChannelSettings {
    /// What has to be resolved before the channel can be used.
    public var secretReferences: [SecretReference] {
        guard case .webhook(let webhook) = kind else { return [] }
        let texts = [webhook.url] + webhook.headers.map(\.value)
        return texts.compactMap(\.reference) + [webhook.signingSecret].compactMap(\.self)
    }
}

extension ConfidentialText {
    /// The reference, if the text is not in the file itself.
    public var reference: SecretReference? {
        if case .reference(let reference) = self { reference } else { nil }
    }
}
