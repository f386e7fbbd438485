import Finance

extension SettingsReader {
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
            let fields = object(member.value, owner, known: ChannelType.allKeys)
        else { return nil }
        let reserved = ChannelType(reservedName: name)
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
        var channel = ChannelSettings(name: name, kind: kind, detail: detail)
        if type == .desktop, fields["command"] != nil { channel.show = command(fields) }
        return channel
    }

    private mutating func channelType(_ fields: SettingsFields) -> ChannelType? {
        word("type", of: fields, as: ChannelType.self)
    }

    private mutating func kind(
        _ type: ChannelType, _ fields: SettingsFields
    ) -> ChannelSettings.Kind? {
        let known = type.keys + ["type", "detail"]
        for member in fields.node.members ?? []
        where ChannelType.allKeys.contains(member.key) && !known.contains(member.key) {
            report(.uselessKey(key: member.key, type: type.rawValue), at: member.keyRange)
        }
        switch type {
        case .desktop: return .desktop
        case .terminal: return .terminal
        case .webhook: return webhook(fields).map { .webhook($0) }
        case .mail: return mail(fields).map { .mail($0) }
        case .mqtt: return mqtt(fields).map { .mqtt($0) }
        case .command: return command(fields).map { .command($0) }
        }
    }
}
