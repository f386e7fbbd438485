import Testing

@testable import HTTP

@Suite("The queue before libcurl")
struct AdmissionQueueTests {
    private let bank = try? HTTPTarget(url: "https://bank.example")
    private let hook = try? HTTPTarget(url: "https://hook.example")

    @Test("two go to one host at once, the third when one has ended")
    func perLane() throws {
        let bank = try #require(bank)
        var queue = AdmissionQueue<Int>(total: 16, perLane: 2)
        for number in 1...4 { queue.enqueue(number, to: bank) }
        let first = try next(in: &queue)
        let second = try next(in: &queue)
        #expect((first.element, second.element) == (1, 2))
        #expect(queue.next() == nil)
        queue.finished(in: first.lane)
        let third = try next(in: &queue)
        #expect(third.element == 3)
        #expect(queue.next() == nil)
        queue.finished(in: second.lane)
        queue.finished(in: third.lane)
        #expect(queue.next()?.element == 4)
        #expect(queue.next() == nil)
    }

    @Test("a busy host does not hold up another")
    func lanesAreIndependent() throws {
        let (bank, hook) = (try #require(bank), try #require(hook))
        var queue = AdmissionQueue<Int>(total: 16, perLane: 1)
        for number in 1...3 { queue.enqueue(number, to: bank) }
        queue.enqueue(9, to: hook)
        #expect(queue.next()?.element == 1)
        #expect(queue.next()?.element == 9)
        #expect(queue.next() == nil)
    }

    @Test("not more than the total go, whatever their hosts")
    func total() throws {
        let targets = try (0..<20).map { try HTTPTarget(url: "https://host\($0).example") }
        var queue = AdmissionQueue<Int>(total: 16, perLane: 2)
        for (number, target) in targets.enumerated() { queue.enqueue(number, to: target) }
        let running = (0..<16).compactMap { _ in queue.next() }
        #expect(running.map(\.element) == Array(0..<16))
        #expect(queue.next() == nil)
        queue.finished(in: running[3].lane)
        #expect(queue.next()?.element == 16)
        #expect(queue.next() == nil)
    }

    @Test("every element comes out once, in order for its host, under any order of endings")
    func nothingIsLost() throws {
        var random = SystemRandomNumberGenerator()
        let targets = try (0..<5).map { try HTTPTarget(url: "https://host\($0).example") }
        var queue = AdmissionQueue<(host: Int, number: Int)>(total: 4, perLane: 2)
        for number in 0..<5_000 {
            let host = Int.random(in: 0..<5, using: &random)
            queue.enqueue((host, number), to: targets[host])
        }
        var lanes: [AdmissionQueue<(host: Int, number: Int)>.Lane] = []
        var newest = [Int](repeating: -1, count: 5)
        var count = 0
        while count < 5_000 {
            while let (element, lane) = queue.next() {
                #expect(element.number > newest[element.host])
                newest[element.host] = element.number
                lanes.append(lane)
                count += 1
            }
            #expect((1...4).contains(lanes.count))
            guard !lanes.isEmpty else { return }
            queue.finished(in: lanes.remove(at: Int.random(in: 0..<lanes.count, using: &random)))
        }
        #expect(queue.next() == nil)
    }

    @Test("a host that was forgotten while idle keeps to its limit when it comes back")
    func forgottenLanes() throws {
        let bank = try #require(bank)
        var queue = AdmissionQueue<Int>(total: 1_000, perLane: 1)
        queue.enqueue(0, to: bank)
        let busy = try next(in: &queue)
        for number in 1...200 {
            queue.enqueue(number, to: try HTTPTarget(url: "https://host\(number).example"))
            queue.finished(in: try next(in: &queue).lane)
        }
        queue.enqueue(999, to: bank)
        #expect(queue.next() == nil)
        queue.finished(in: busy.lane)
        #expect(queue.next()?.element == 999)
    }

    private func next(
        in queue: inout AdmissionQueue<Int>
    ) throws -> (element: Int, lane: AdmissionQueue<Int>.Lane) {
        let next = queue.next()
        return try #require(next)
    }
}
