public import Finance

/// One thing that is wrong with a settings file.
public struct SettingsFinding: Sendable, Hashable {
    /// The file's name as the person gave it.
    public let file: String
    /// Where it is; `nil` if the file as a whole is meant.
    public let position: TextPosition?
    /// How many columns the place covers, for a line of carets.
    public var columns = 1
    /// What is wrong.
    public let fault: SettingsFault
}

extension SettingsFinding: CustomStringConvertible {
    /// The finding as it is printed, two lines.
    ///
    /// ```
    /// settings.json:14:18: error: [unknown-key] unknown key: 'clientID'; did you mean 'clientId'?
    ///   fix: rename the key to "clientId"
    /// ```
    public var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        return "\(place): error: [\(fault.code)] \(fault.problem)\n  fix: \(fault.fix)"
    }
}
