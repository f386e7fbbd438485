import Finance
import Foundation
import Testing

@Suite("Stable hashes")
struct StableHashTests {
    @Test("nothing is the offset of the FNV specification")
    func empty() {
        #expect(StableHash(parts: [String]()).hex == "6c62272e07bb014262b821756295c58d")
    }

    @Test("parts are kept apart and their order counts")
    func parts() {
        let hashes = [
            StableHash("ab", "c"), StableHash("a", "bc"), StableHash("abc"), StableHash("c", "ab"),
            StableHash("ab", "c", ""), StableHash("", "ab", "c"),
        ]
        #expect(Set(hashes).count == hashes.count)
        #expect(StableHash("ab", "c") == StableHash(parts: ["ab", "c"]))
    }

    @Test("identifiers never change between versions of this program")
    func pinned() {
        #expect(StableHash("account", "sbanken", "a1").hex == "8bb48cd61ac666b37c50216bbc167057")
    }

    @Test("UUIDs near a number begin with its last twelve bits and differ in the others")
    func near() {
        let (first, second) = (StableHash("a"), StableHash("b"))
        let ids = [first.uuid(near: 20_518), second.uuid(near: 20_518 + 4_096)].map(\.uuidString)
        #expect(ids.allSatisfy { $0.hasPrefix("026") && $0.dropFirst(14).first == "8" })
        #expect(ids[0] != ids[1])
        #expect(ids[0].dropFirst(3) == first.uuid.uuidString.dropFirst(3))
        #expect(first.uuid(near: -1).uuidString.hasPrefix("FFF"))
    }

    @Test("hex has 32 digits, the UUID is of version 8 and the RFC's variant")
    func shapes() {
        for number in 0..<500 {
            let hash = StableHash("x", String(number))
            #expect(hash.hex.utf8.count == 32)
            let text = Array(hash.uuid.uuidString)
            let (version, variant): (Character, Character) = (text[14], text[19])
            #expect(version == "8")
            #expect("89AB".contains(variant))
        }
        let ids: [UUID] = (0..<20_000).map { StableHash("x", String($0)).uuid }
        #expect(Set(ids).count == 20_000)
    }
}
