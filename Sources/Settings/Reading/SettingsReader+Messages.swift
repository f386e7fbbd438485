import Finance

extension SettingsReader {
    private static let mailAddressForm = "an address such as \"kari@example.org\""

    /// A mail channel.
    mutating func mail(_ fields: SettingsFields) -> MailSettings? {
        let url = server(
            "url", of: fields, schemes: ["smtps://", "smtp://"],
            form: "smtps://host:465 or smtp://host:587")
        let from = sender(fields)
        let recipients = recipients(fields)
        let startTLS = flag("startTLS", of: fields)
        let user = confidential("user", of: fields)
        let password = optionalSecret("password", of: fields)
        guard let url, let from, let recipients else { return nil }
        var mail = MailSettings(url: url, from: from, to: recipients)
        mail.requiresEncryption = startTLS ?? true
        mail.user = user
        mail.password = password
        return mail
    }

    /// A channel to an MQTT broker.
    mutating func mqtt(_ fields: SettingsFields) -> MQTTSettings? {
        let url = server("url", of: fields, schemes: ["mqtt://"], form: "mqtt://host:1883")
        _ = required("topic", of: fields)
        let topic = destination(
            "topic", of: fields, "an MQTT topic to publish on",
            form: "one without '#' and '+', such as \"saldovakt/alerts\"", Destination.isMQTTTopic)
        let user = confidential("user", of: fields)
        let password = optionalSecret("password", of: fields)
        guard let url, let topic else { return nil }
        var mqtt = MQTTSettings(url: url, topic: topic)
        mqtt.user = user
        mqtt.password = password
        return mqtt
    }

    /// A program that takes notices or brings a bank's answers.
    mutating func command(_ fields: SettingsFields) -> CommandSettings? {
        let timeout = duration("timeout", of: fields)
        guard let node = required("command", of: fields) else { return nil }
        let words = node.elements?.map(\.string) ?? []
        guard let program = words.first ?? nil, Destination.isProgram(program),
            words.allSatisfy({ $0.map { !$0.utf8.contains(0) } ?? false })
        else {
            report(.notACommand, at: node.range)
            return nil
        }
        return CommandSettings(
            program: program, arguments: words.dropFirst().compactMap(\.self), timeout: timeout)
    }

    private mutating func sender(_ fields: SettingsFields) -> String? {
        _ = required("from", of: fields)
        return destination(
            "from", of: fields, "a mail address", form: Self.mailAddressForm,
            Destination.isMailAddress)
    }

    /// One address or a list of them.
    private mutating func recipients(_ fields: SettingsFields) -> [String]? {
        guard let node = required("to", of: fields) else { return nil }
        let nodes = node.elements ?? [node]
        let before = findings.count
        let addresses = nodes.compactMap { mailAddress($0, "to") }
        if nodes.isEmpty {
            report(
                .wrongKind(
                    key: "to", expected: "an address or a list of them", found: "an empty list"),
                at: node.range)
        }
        return findings.count == before ? addresses : nil
    }

    private mutating func mailAddress(_ node: JSONNode, _ key: String) -> String? {
        guard let text = text(of: node, key)?.text else { return nil }
        if Destination.isMailAddress(text) { return text }
        report(
            .notADestination(key: key, noun: "a mail address", form: Self.mailAddressForm),
            at: node.range)
        return nil
    }
}
