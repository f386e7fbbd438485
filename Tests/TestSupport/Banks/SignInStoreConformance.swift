public import Finance
import Foundation
import Testing
import Threads

/// What every place for sign-ins does.
public enum SignInStoreConformance: Sendable {
    /// - Parameters:
    ///   - store: has nothing stored.
    ///   - again: the same place, opened by another program.
    public static func check(_ store: some SignInStore, again: some SignInStore) async throws {
        #expect(try store.load() == nil)
        #expect(try !store.remove())
        let first = SignInState(
            ["refreshToken": "r-1 \"æ\n"], expires: .init(timeIntervalSince1970: 9))
        try store.save(first)
        #expect(try again.load() == first)
        try store.save(SignInState(["refreshToken": "r-2"]))
        #expect(try again.load() == SignInState(["refreshToken": "r-2"]))
        try await checkExclusion(store, again)
        #expect(try again.remove())
        #expect(try store.load() == nil)
    }

    /// What one adds while it is alone, the other does not overwrite.
    private static func checkExclusion(
        _ store: some SignInStore, _ again: some SignInStore
    ) async throws {
        try store.save(SignInState(["count": "0"]))
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask { try await increment(store) }
                group.addTask { try await increment(again) }
            }
            try await group.waitForAll()
        }
        #expect(try store.load()?["count"] == "6")
    }

    private static func increment(_ store: some SignInStore) async throws {
        try await store.exclusively {
            let count = (try? store.load()).flatMap { $0?["count"] }.flatMap { Int($0) } ?? 0
            await Task.yield()
            try? store.save(SignInState(["count": String(count + 1)]))
        }
    }
}
