import Crypto
public import Finance
import Foundation

/// A key that signs webhooks as Standard Webhooks 1.0.0 says: `whsec_` and base64.
///
/// The key itself is the decoded bytes, 24 to 64 of them. Nothing of it is ever shown.
///
/// ```swift
/// let secret = try SigningSecret(Secret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))
/// ```
public struct SigningSecret: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private let key: SymmetricKey
    /// The work with the key that is the same for every message.
    private let prepared: HMAC<SHA256>

    /// Reads a secret; blanks around it, as a file's line end, are ignored.
    ///
    /// - Throws: ``SigningSecretError``, which repeats nothing of what was given.
    public init(_ secret: Secret) throws(SigningSecretError) {
        let text = secret.reveal().trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("whsec_") else { throw .missingPrefix }
        guard let bytes = Data(base64Encoded: String(text.dropFirst("whsec_".count))) else {
            throw .notBase64
        }
        guard (24...64).contains(bytes.count) else { throw .wrongLength(bytes: bytes.count) }
        key = SymmetricKey(data: bytes)
        prepared = HMAC<SHA256>(key: key)
    }

    /// The signature of a message in two parts, base64 of HMAC-SHA256.
    func signature(of head: [UInt8], _ body: [UInt8]) -> String {
        var code = prepared
        head.withUnsafeBytes { code.update(data: $0) }
        body.withUnsafeBytes { code.update(data: $0) }
        return Data(code.finalize()).base64EncodedString()
    }

    /// Whether `code` is the HMAC-SHA256 of `message`, compared in constant time.
    func isAuthentic(_ code: Data, for message: [UInt8]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
    }

    /// Whether both are the same key.
    public static func == (left: SigningSecret, right: SigningSecret) -> Bool {
        left.key == right.key
    }

    /// Mixes in the length only, so that no digest of the key exists anywhere.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key.bitCount)
    }

    /// Always `‹secret›`.
    public var description: String { "‹secret›" }

    /// Shows no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
