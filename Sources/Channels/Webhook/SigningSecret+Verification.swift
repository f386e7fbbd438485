import Crypto
import Foundation

extension SigningSecret {
    /// Whether a received webhook was signed with this key, as its receiver checks it.
    ///
    /// - Parameters:
    ///   - id: the header `webhook-id`.
    ///   - timestamp: the header `webhook-timestamp`, unchanged; its age is the caller's to judge.
    ///   - body: the body, byte for byte.
    ///   - signatures: the header `webhook-signature`; one fitting `v1` signature is enough.
    public func verifies(
        id: String, timestamp: String, body: [UInt8], signatures: String
    ) -> Bool {
        let message = Array("\(id).\(timestamp).".utf8) + body
        return signatures.split(separator: " ").contains { part in
            guard part.hasPrefix("v1,"), let code = Data(base64Encoded: String(part.dropFirst(3)))
            else { return false }
            return isAuthentic(code, for: message)
        }
    }
}
