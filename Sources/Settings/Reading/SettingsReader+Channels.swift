import Finance

extension SettingsReader {
    /// The types that the file knows, with the name each has there.
    private enum ChannelType: String, CaseIterable {
        case desktop, terminal, webhook
    }

    private static let channelKeys = [
        "type", "detail", "format", "url", "signingSecret", "headers",
    ]

    /// The channels of the file.
    mutating func channels(_ fields: SettingsFields) -> [ChannelSettings] {
        guard let node = fields["channels"] else { return [] }
        guard let members = node.members else {
            report(
                .wrongKind(
                    key: "channels", expected: "an object of channels by name",
                    found: node.kindName),
                at: node.range)
            return []
        }
        return members.compactMap { channel($0) }
    }

    private mutating func channel(_ member: JSONMember) -> ChannelSettings? {
        let name = member.key
        let owner = "the channel '\(name)'"
        guard isName(name, at: member.keyRange),
            let fields = object(member.value, owner, known: Self.channelKeys)
        else { return nil }
        let reserved = ChannelType(rawValue: name).flatMap { $0 == .webhook ? nil : $0 }
        // `desktop` and `terminal` say their type by their name.
        if reserved == nil, required("type", of: fields) == nil { return nil }
        guard let type = fields["type"] == nil ? reserved : channelType(fields) else {
            return nil
        }
        if let reserved, type != reserved {
            report(.reservedChannel(name), at: member.keyRange)
            return nil
        }
        let detail = word("detail", of: fields, as: DetailLevel.self)
        guard let kind = kind(type, fields) else { return nil }
        return ChannelSettings(name: name, kind: kind, detail: detail)
    }

    private mutating func channelType(_ fields: SettingsFields) -> ChannelType? {
        word("type", of: fields, as: ChannelType.self)
    }

    private mutating func kind(
        _ type: ChannelType, _ fields: SettingsFields
    ) -> ChannelSettings.Kind? {
        guard type == .webhook else {
            for member in fields.node.members ?? []
            where ["format", "url", "signingSecret", "headers"].contains(member.key) {
                report(.uselessKey(key: member.key, type: type.rawValue), at: member.keyRange)
            }
            return type == .desktop ? .desktop : .terminal
        }
        return webhook(fields).map { .webhook($0) }
    }

    private mutating func webhook(_ fields: SettingsFields) -> WebhookSettings? {
        let format = word("format", of: fields, as: WebhookSettings.Format.self) ?? .json
        let url = address("url", of: fields)
        let signingSecret = optionalSecret("signingSecret", of: fields)
        let headers = headers(fields)
        guard let url else { return nil }
        return WebhookSettings(
            format: format, url: url, signingSecret: signingSecret, headers: headers)
    }

    private mutating func headers(_ fields: SettingsFields) -> [WebhookSettings.Header] {
        guard let node = fields["headers"] else { return [] }
        guard let members = node.members else {
            report(
                .wrongKind(
                    key: "headers", expected: "an object of headers by name",
                    found: node.kindName),
                at: node.range)
            return []
        }
        return members.compactMap { header($0) }
    }

    private mutating func header(_ member: JSONMember) -> WebhookSettings.Header? {
        let rules = HeaderRules(name: member.key)
        guard rules.isAllowed else {
            report(.headerNotAllowed(member.key), at: member.keyRange)
            return nil
        }
        let node = member.value
        if node.members != nil || rules.isSecret {
            return reference(node, member.key).map {
                WebhookSettings.Header(name: member.key, value: .reference($0))
            }
        }
        guard let text = text(of: node, member.key)?.text else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            report(.headerValueNotAllowed(member.key), at: node.range)
            return nil
        }
        return WebhookSettings.Header(name: member.key, value: .literal(Secret(text)))
    }
}
