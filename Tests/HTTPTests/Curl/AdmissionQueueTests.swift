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
        #expect(queue.next() == 1)
        #expect(queue.next() == 2)
        #expect(queue.next() == nil)
        queue.finished(bank)
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
        queue.finished(bank)
        queue.finished(bank)
        #expect(queue.next() == 4)
        #expect(queue.next() == nil)
    }

    @Test("a busy host does not hold up another")
    func lanesAreIndependent() throws {
        let (bank, hook) = (try #require(bank), try #require(hook))
        var queue = AdmissionQueue<Int>(total: 16, perLane: 1)
        for number in 1...3 { queue.enqueue(number, to: bank) }
        queue.enqueue(9, to: hook)
        #expect(queue.next() == 1)
        #expect(queue.next() == 9)
        #expect(queue.next() == nil)
    }

    @Test("not more than the total go, whatever their hosts")
    func total() throws {
        let targets = try (0..<20).map { try HTTPTarget(url: "https://host\($0).example") }
        var queue = AdmissionQueue<Int>(total: 16, perLane: 2)
        for (number, target) in targets.enumerated() { queue.enqueue(number, to: target) }
        for number in 0..<16 { #expect(queue.next() == number) }
        #expect(queue.next() == nil)
        queue.finished(targets[3])
        #expect(queue.next() == 16)
        #expect(queue.next() == nil)
    }

    @Test("every element comes out once, in order for its host, under any order of endings")
    func nothingIsLost() throws {
        var random = SystemRandomNumberGenerator()
        let targets = try (0..<5).map { try HTTPTarget(url: "https://host\($0).example") }
        var queue = AdmissionQueue<(lane: Int, number: Int)>(total: 4, perLane: 2)
        for number in 0..<5_000 {
            let lane = Int.random(in: 0..<5, using: &random)
            queue.enqueue((lane, number), to: targets[lane])
        }
        var running: [(lane: Int, number: Int)] = []
        var newest = [Int](repeating: -1, count: 5)
        var count = 0
        while count < 5_000 {
            while let element = queue.next() {
                #expect(element.number > newest[element.lane])
                newest[element.lane] = element.number
                running.append(element)
                count += 1
            }
            #expect((1...4).contains(running.count))
            guard !running.isEmpty else { return }
            let ended = running.remove(at: Int.random(in: 0..<running.count, using: &random))
            queue.finished(targets[ended.lane])
        }
        #expect(queue.next() == nil)
    }
}
