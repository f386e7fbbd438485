import CryptoExtras
import Finance
import Foundation

/// The JSON Web Token with which an application signs each question (RFC 7515, RS256).
///
/// Header and claims are those of the service's reference; its life may be a day at most, clients
/// use an hour.
struct ApplicationToken: Sendable {
    private static let lifetime = 3_600

    let applicationID: String
    private let key: _RSA.Signing.PrivateKey

    /// - Parameter pem: a key of 2048 bits or more, in either form of PEM.
    init?(applicationID: String, pem: Secret) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem.reveal()) else {
            return nil
        }
        self.applicationID = applicationID
        self.key = key
    }

    func text(at now: Date) -> String? {
        let issued = Int(now.timeIntervalSince1970)
        let header: JSONOutput = ["typ": "JWT", "alg": "RS256", "kid": .string(applicationID)]
        let claims: JSONOutput = [
            "iss": "enablebanking.com", "aud": "api.enablebanking.com", "iat": .whole(issued),
            "exp": .whole(issued + Self.lifetime),
        ]
        let signed = [header, claims].map { Data($0.text.utf8).base64URL }
            .joined(separator: ".")
        // Without a padding it would be PSS, which the service refuses.
        let signature = try? key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5)
        return signature.map { "\(signed).\($0.rawRepresentation.base64URL)" }
    }
}
