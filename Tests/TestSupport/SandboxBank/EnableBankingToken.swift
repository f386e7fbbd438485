import CryptoExtras
package import Finance
package import Foundation
package import SandboxBank

extension EnableBankingApplication {
    /// A token as a client makes it, with other claims than the usual ones if there are any.
    package static func token(
        at now: Date, claims changes: [(String, JSONOutput)] = []
    ) throws -> String {
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: privateKey)
        let issued = Int(now.timeIntervalSince1970)
        let usual: [(String, JSONOutput)] = [
            ("iss", "enablebanking.com"), ("aud", "api.enablebanking.com"),
            ("iat", .whole(issued)), ("exp", .whole(issued + 3_600)),
        ]
        let claims = usual.map { member in changes.first { $0.0 == member.0 } ?? member }
        let header: JSONOutput = ["typ": "JWT", "alg": "RS256", "kid": .string(id)]
        let signed = [header, .object(claims)].map { Data($0.text.utf8).base64URL }
            .joined(separator: ".")
        let signature = try key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
        return "\(signed).\(signature.rawRepresentation.base64URL)"
    }
}
