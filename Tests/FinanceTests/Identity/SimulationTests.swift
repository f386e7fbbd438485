import Finance
import Foundation
import TestSupport
import Testing

@Suite("Random bank histories")
struct SimulationTests {
    @Test(
        "every answer brings as many new transactions as there are new movements",
        arguments: UInt64(1)...12)
    func everyAnswer(seed: UInt64) {
        let history = SimulatedHistory(seed: seed, count: 150, isConfusable: false)
        var play = SimulatedPlay(history, seed: seed)
        while let step = play.next() {
            #expect(step.appeared == step.movements, "seed \(seed) at \(step.instant)")
        }
        let score = play.score
        #expect(score.links == score.possibleLinks)
        #expect(score.rightLinks == score.links)
        #expect(play.ledger.records().count == play.bank.sights.count)
    }

    @Test("of 10,000 confusable movements nearly every booking finds its reservation")
    func precisionAndRecall() async {
        let total = await withTaskGroup(of: SimulatedPlay.Score.self) { group in
            for seed in UInt64(1)...20 {
                group.addTask {
                    let history = SimulatedHistory(seed: seed, count: 500, isConfusable: true)
                    var play = SimulatedPlay(history, seed: seed)
                    while play.next() != nil {}
                    return play.score
                }
            }
            return await group.reduce(SimulatedPlay.Score()) { $0.adding($1) }
        }
        print("reservation → booking: \(total)")
        #expect(total.movements >= 8_500)
        #expect(total.precision >= 999)
        #expect(total.recall >= 980)
        // Equal amounts in one shop on one day leave a handful of choices that nobody can decide.
        #expect(abs(total.appeared - total.movements) <= total.movements / 2_000)
    }
}
