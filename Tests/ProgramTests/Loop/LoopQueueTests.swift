import Testing

@testable import saldovakt

/// What a loop does next is decided by a value, which these tests drive without a loop.
@Suite("The loop")
struct LoopQueueTests {
    @Test("jobs run in the order in which they came")
    func order() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(3)
        for job in jobs { _ = queue.add(job) }
        let turn = queue.turn(at: 0)
        #expect(names(turn.jobs) == names(jobs))
        #expect(turn.wakeUp == nil)
        ParkedJobs.run(jobs)
    }

    @Test("a timer is ready at its deadline and not before")
    func deadline() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(2)
        _ = queue.add(jobs[0], at: 20)
        _ = queue.add(jobs[1], at: 10)
        let early = queue.turn(at: 9)
        #expect(early.jobs.isEmpty)
        #expect(early.wakeUp == 10)
        let turn10 = queue.turn(at: 10)
        #expect(names(turn10.jobs) == names([jobs[1]]))
        let turn30 = queue.turn(at: 30)
        #expect(names(turn30.jobs) == names([jobs[0]]))
        ParkedJobs.run(jobs)
    }

    @Test("timers of one deadline run in the order in which they were set")
    func ties() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(3)
        for job in jobs { _ = queue.add(job, at: 5) }
        let turn5 = queue.turn(at: 5)
        #expect(names(turn5.jobs) == names(jobs))
        ParkedJobs.run(jobs)
    }

    @Test("only a loop that sleeps has to be woken, and only once")
    func bell() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(4)
        let woken1 = queue.add(jobs[0])
        #expect(!woken1)
        _ = queue.turn(at: 0)
        let woken2 = queue.add(jobs[1])
        #expect(!woken2)
        _ = queue.turn(at: 0)
        _ = queue.turn(at: 0)
        let woken3 = queue.add(jobs[2])
        #expect(woken3)
        let woken4 = queue.add(jobs[3])
        #expect(!woken4)
        ParkedJobs.run(jobs)
    }

    @Test("a later timer than the next one does not wake the loop")
    func laterTimer() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(3)
        _ = queue.add(jobs[0], at: 10)
        _ = queue.turn(at: 0)
        let woken5 = queue.add(jobs[1], at: 20)
        #expect(!woken5)
        let woken6 = queue.add(jobs[2], at: 5)
        #expect(woken6)
        ParkedJobs.run(jobs)
    }

    @Test("a loop that was asked to end does not sleep again")
    func end() {
        var queue = LoopQueue()
        _ = queue.turn(at: 0)
        let wakes = queue.stop()
        #expect(wakes)
        let turn0 = queue.turn(at: 0)
        #expect(turn0.isLast)
    }

    @Test("a nudge keeps the loop from sleeping once, and wakes it if it sleeps already")
    func nudge() {
        var queue = LoopQueue()
        let wakesEarly = queue.nudge()
        #expect(!wakesEarly)
        #expect(queue.turn(at: 0).isNudged)
        #expect(queue.turn(at: 0).isIdle)
        let wakesSleeper = queue.nudge()
        #expect(wakesSleeper)
        let turn = queue.turn(at: 0)
        #expect(turn.isNudged && !turn.isIdle)
    }

    @Test("what the loop adds itself once it is awake needs no bell")
    func awake() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(1)
        _ = queue.turn(at: 0)
        queue.awake()
        let wakes = queue.add(jobs[0])
        #expect(!wakes)
        ParkedJobs.run(jobs)
    }

    @Test("a loop with jobs in every turn looks at its descriptors all the same")
    func longBusy() async {
        var queue = LoopQueue()
        let jobs = await ParkedJobs.make(130)
        var looks = 0
        for job in jobs {
            _ = queue.add(job)
            if queue.turn(at: 0).isLongBusy { looks += 1 }
        }
        #expect(looks == 2)
        ParkedJobs.run(jobs)
    }

    /// Jobs can only be told apart by how they describe themselves.
    private func names(_ jobs: [LoopJob]) -> [String] {
        jobs.map(\.job.description)
    }
}
