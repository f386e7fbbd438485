import Finance

/// The members of one object in a settings file.
struct SettingsFields {
    /// What the object is, for messages: `the bank 'sbanken'`.
    var owner: String
    /// The object.
    let node: JSONNode

    /// The value of a key; a `null` counts as not written.
    subscript(key: String) -> JSONNode? {
        guard let value = node[key], value.value != .null else { return nil }
        return value
    }
}
