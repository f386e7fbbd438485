/// Why a text is no signing secret; nothing of the text is in it.
public enum SigningSecretError: Error, Sendable, Hashable {
    /// It does not begin with `whsec_`.
    case missingPrefix
    /// What follows `whsec_` is not base64 with its padding.
    case notBase64
    /// It decodes to fewer than 24 or more than 64 bytes.
    case wrongLength(bytes: Int)
}

extension SigningSecretError: CustomStringConvertible {
    /// What is wrong and how a right one is made.
    public var description: String {
        let problem =
            switch self {
            case .missingPrefix: "the signing secret does not begin with whsec_"
            case .notBase64: "the signing secret is not base64 after whsec_"
            case .wrongLength(let bytes):
                "the signing secret has \(bytes) bytes where 24 to 64 are asked for"
            }
        return problem + "; make one with: echo whsec_$(head -c 32 /dev/urandom | base64)"
    }
}
