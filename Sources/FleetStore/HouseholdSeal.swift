import Crypto
public import Fleet
import Foundation

/// Encrypts what is kept of a household, each with a key of its own that the operator's key wraps.
///
/// A household whose row is gone cannot be read from any copy of the other tables. Households that were added
/// without the operator's key stay readable with it.
public struct HouseholdSeal: Sendable {
    private let operatorKey: SymmetricKey?

    /// Leaves everything as it is.
    public static let plain = HouseholdSeal(key: nil)

    /// - Parameter operatorKey: 32 random bytes, the same for every worker of the fleet.
    public init(operatorKey: [UInt8]) throws(FleetError) {
        guard operatorKey.count == 32 else {
            throw .refused(
                problem: "the fleet's key has \(operatorKey.count) bytes: make one of 32 with "
                    + "'head -c 32 /dev/urandom > FILE'")
        }
        self.init(key: SymmetricKey(data: operatorKey))
    }

    private init(key: SymmetricKey?) { operatorKey = key }

    /// Encrypts documents, which many households share, with the operator's own key.
    var shared: HouseholdCipher { HouseholdCipher(key: operatorKey) }

    /// A new key in the form that is stored; `nil` if nothing is encrypted.
    func newKey(for reference: String) throws(PostgresError) -> [UInt8]? {
        guard let operatorKey else { return nil }
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        return try HouseholdCipher.seal(key, with: operatorKey, bound: reference)
    }

    /// - Parameter stored: what ``newKey(for:)`` gave for this reference.
    func cipher(_ stored: [UInt8]?, of reference: String) throws(PostgresError) -> HouseholdCipher {
        guard let stored else { return HouseholdCipher(key: nil) }
        guard let operatorKey else {
            throw PostgresError(
                .unreadable,
                "household \(reference) is encrypted: name the file of the fleet's key")
        }
        let key = try HouseholdCipher.open(stored, with: operatorKey, bound: reference)
        return HouseholdCipher(key: SymmetricKey(data: key))
    }
}

/// The key of one household at work: AES-GCM with a random nonce.
struct HouseholdCipher: Sendable {
    let key: SymmetricKey?

    func seal(_ bytes: [UInt8]) throws(PostgresError) -> [UInt8] {
        try key.map { key throws(PostgresError) in try Self.seal(bytes, with: key) } ?? bytes
    }

    func open(_ bytes: [UInt8]) throws(PostgresError) -> [UInt8] {
        try key.map { key throws(PostgresError) in try Self.open(bytes, with: key) } ?? bytes
    }

    /// Stands for a text in an index: equal for equal texts of one household, and not to be guessed.
    func tag(_ text: String) -> [UInt8] {
        let text = Data(text.utf8)
        guard let key else { return Array(SHA256.hash(data: text).prefix(16)) }
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(16))
    }

    fileprivate static func seal(
        _ bytes: [UInt8], with key: SymmetricKey, bound reference: String = ""
    ) throws(PostgresError) -> [UInt8] {
        let box = try? AES.GCM.seal(bytes, using: key, authenticating: Data(reference.utf8))
        guard let sealed = box?.combined else {
            throw PostgresError(.refused, "what is to be stored can't be encrypted")
        }
        return Array(sealed)
    }

    fileprivate static func open(
        _ bytes: [UInt8], with key: SymmetricKey, bound reference: String = ""
    ) throws(PostgresError) -> [UInt8] {
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let opened = try? AES.GCM.open(box, using: key, authenticating: Data(reference.utf8))
        else {
            throw PostgresError(
                .unreadable, "what is stored of a household does not fit the fleet's key")
        }
        return Array(opened)
    }
}
