import Alerts
import Crypto
import Foundation

/// Encrypts stored data with AES-GCM and random nonces; without a key it changes nothing.
///
/// Each household has a key of its own, which the operator's key wraps. When its row is deleted, no
/// copy of the other tables can be decrypted. Households that were added without the operator's key
/// stay readable with it.
public struct HouseholdSeal: Sendable {
    public static let plain = HouseholdSeal(key: nil)

    let key: SymmetricKey?

    private init(key: SymmetricKey?) { self.key = key }

    /// - Parameter operatorKey: 32 random bytes, the same for every worker of the fleet.
    public init(operatorKey: [UInt8]) throws {
        guard operatorKey.count == 32 else {
            throw FleetError(.key, "the key has \(operatorKey.count) bytes instead of 32")
        }
        key = SymmetricKey(data: operatorKey)
    }

    /// Throws unless `stored` is what ``newKey(for:)`` made for the fleet's empty reference.
    func verify(_ stored: [UInt8]?) throws {
        if stored == nil, key != nil {
            throw FleetError(
                .key, "this fleet has no key yet",
                fix: "stop its workers and feeds, then run 'saldovakt fleet migrate'")
        }
        _ = try cipher(stored, of: "")
    }

    /// Makes a new key of a household in its stored form; `nil` if nothing is encrypted.
    func newKey(for reference: String) throws -> [UInt8]? {
        guard key != nil else { return nil }
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        return try seal(key, bound: reference)
    }

    /// Returns the seal of a household, from the stored form of its key.
    func cipher(_ stored: [UInt8]?, of reference: String) throws -> HouseholdSeal {
        guard let stored else { return .plain }
        guard key != nil else { throw FleetError(.key, "this fleet is encrypted") }
        guard let opened = try? open(stored, bound: reference) else {
            let other = reference.isEmpty ? "" : ", or that of \(reference) is damaged"
            throw FleetError(.key, "the key is not this fleet's\(other)")
        }
        return HouseholdSeal(key: SymmetricKey(data: opened))
    }

    /// - Parameter reference: the only reference with which the result can be opened.
    func seal(_ bytes: [UInt8], bound reference: String = "") throws -> [UInt8] {
        guard let key else { return bytes }
        let box = try? AES.GCM.seal(bytes, using: key, authenticating: Data(reference.utf8))
        guard let sealed = box?.combined else {
            throw FleetError(.refused, "what is to be stored can't be encrypted")
        }
        return Array(sealed)
    }

    func seal(_ problem: DeliveryProblem) throws -> [UInt8] {
        try seal(Array(try JSONEncoder().encode(problem)))
    }

    func open(_ bytes: [UInt8], bound reference: String = "") throws -> [UInt8] {
        guard let key else { return bytes }
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let opened = try? AES.GCM.open(box, using: key, authenticating: Data(reference.utf8))
        else { throw FleetError(.unreadable, "what is stored of a household is damaged") }
        return Array(opened)
    }

    /// Replaces a text in an index: equal for equal texts of a household, impossible to guess.
    func tag(_ text: String) -> [UInt8] {
        let text = Data(text.utf8)
        guard let key else { return Array(SHA256.hash(data: text).prefix(16)) }
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(16))
    }
}
