import TestSupport
import Testing

@testable import HTTP

@Suite("The queue before libcurl", .io)
struct HostQueueTests {
    private let bank = try? HTTPTarget(url: "https://bank.example")
    private let hook = try? HTTPTarget(url: "https://hook.example")

    @Test("two go to one host at once, the third when one has ended")
    func perHost() throws {
        let bank = try #require(bank)
        var queue = HostQueue<Int>(total: 16, perHost: 2)
        for number in 1...4 { queue.enqueue(number, to: bank) }
        let first = queue.next()
        let second = queue.next()
        #expect(first == 1)
        #expect(second == 2)
        #expect(queue.next() == nil)
        queue.finished(to: bank)
        let third = queue.next()
        #expect(third == 3)
        #expect(queue.next() == nil)
        queue.finished(to: bank)
        queue.finished(to: bank)
        #expect(queue.next() == 4)
        #expect(queue.next() == nil)
    }

    @Test("a busy host does not hold up another")
    func hostsAreIndependent() throws {
        let (bank, hook) = (try #require(bank), try #require(hook))
        var queue = HostQueue<Int>(total: 16, perHost: 1)
        for number in 1...3 { queue.enqueue(number, to: bank) }
        queue.enqueue(9, to: hook)
        #expect(queue.next() == 1)
        #expect(queue.next() == 9)
        #expect(queue.next() == nil)
    }

    @Test("not more than the total go, whatever their hosts")
    func total() throws {
        let targets = try (0..<20).map { try HTTPTarget(url: "https://host\($0).example") }
        var queue = HostQueue<Int>(total: 16, perHost: 2)
        for (number, target) in targets.enumerated() { queue.enqueue(number, to: target) }
        let running = (0..<16).compactMap { _ in queue.next() }
        #expect(running == Array(0..<16))
        #expect(queue.next() == nil)
        queue.finished(to: targets[3])
        #expect(queue.next() == 16)
        #expect(queue.next() == nil)
    }

    @Test("every element comes out once, in order for its host, under any order of endings")
    func nothingIsLost() throws {
        var random = SystemRandomNumberGenerator()
        let targets = try (0..<5).map { try HTTPTarget(url: "https://host\($0).example") }
        var queue = HostQueue<(host: Int, number: Int)>(total: 4, perHost: 2)
        for number in 0..<5_000 {
            let host = Int.random(in: 0..<5, using: &random)
            queue.enqueue((host, number), to: targets[host])
        }
        var running: [Int] = []
        var newest = [Int](repeating: -1, count: 5)
        var count = 0
        while count < 5_000 {
            while let element = queue.next() {
                #expect(element.number > newest[element.host])
                newest[element.host] = element.number
                running.append(element.host)
                count += 1
            }
            #expect((1...4).contains(running.count))
            guard !running.isEmpty else { return }
            let ended = running.remove(at: Int.random(in: 0..<running.count, using: &random))
            queue.finished(to: targets[ended])
        }
        #expect(queue.next() == nil)
    }

    @Test("a host that was forgotten while idle keeps to its limit when it comes back")
    func forgottenHosts() throws {
        let bank = try #require(bank)
        var queue = HostQueue<Int>(total: 1_000, perHost: 1)
        queue.enqueue(0, to: bank)
        #expect(queue.next() == 0)
        for number in 1...200 {
            let other = try HTTPTarget(url: "https://host\(number).example")
            queue.enqueue(number, to: other)
            #expect(queue.next() == number)
            queue.finished(to: other)
        }
        queue.enqueue(999, to: bank)
        #expect(queue.next() == nil)
        queue.finished(to: bank)
        #expect(queue.next() == 999)
    }
}
