import Finance

extension JSONNode {
    /// The same value to be sent on, numbers digit by digit.
    var output: JSONOutput {
        switch value {
        case .object(let members): .object(members.map { ($0.key, $0.value.output) })
        case .array(let elements): .array(elements.map(\.output))
        case .string(let text): .string(text)
        case .number(let text): .number(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        }
    }

    /// Whether the value is `null`.
    var isNull: Bool { value == .null }
}
