import Finance
import Foundation
import TestSupport
import Testing

@Suite("Random bank histories")
struct SimulationTests {
    /// The seeds of the measurements: with all trials 10,200 purchases of each kind of history.
    ///
    /// Rules were made and weighed on seeds 1 to 1300 and on 34 from 9,400,001, which had been held
    /// out until they showed one mistake. These were held out until four of SimpleFIN's purchases
    /// were new twice; docs/identity.md has the numbers of 34 that nobody has looked at since.
    private static let heldOut = Trials.some(4, of: UInt64(9_500_001)...9_500_034)

    @Test(
        "every answer brings as many new transactions as there are new movements",
        // In history 12 another's restaurant bill lies within the tolerance (D23) of a reservation
        // that names nobody, whose own booking comes later: nothing tells the two apart.
        arguments: Trials.some(2, of: (UInt64(1)...17).filter { $0 != 12 }))
    func everyAnswer(seed: UInt64) {
        let history = SimulatedHistory(seed: seed, count: 150, .distinct)
        var play = SimulatedPlay(history, seed: seed)
        while let step = play.next() {
            #expect(step.appeared == step.movements, "seed \(seed) at \(step.instant)")
        }
        let score = play.score
        #expect(score.doubled == 0 && score.missed == 0, "seed \(seed)")
        #expect(score.rightLinks == score.links, "seed \(seed)")
        #expect(score.recall >= 980, "seed \(seed): \(score)")
        // A reservation that the first answer lists beside its booking is kept apart where only a
        // tolerance joins them; both are baseline, so nobody is told of either.
        let later = play.ledger.records().filter { !$0.isBaseline }
        #expect(
            later.count == play.bank.sights.values.filter { !$0.isInBaseline }.count,
            "seed \(seed)")
        #expect(play.stored == play.trueBookings, "seed \(seed)")
    }

    @Test("each record is read back as it was stored, whether or not its row says what it says")
    func stored() throws {
        var (same, other) = (0, 0)
        for seed in Trials.some(1, of: UInt64(1)...3) {
            var play = SimulatedPlay(SimulatedHistory(seed: seed, count: 60, .everyday), seed: seed)
            while play.next() != nil {
                for record in play.ledger.records() {
                    let bytes = try JSONEncoder().encode(record)
                    #expect(
                        try JSONDecoder().decode(TransactionRecord.self, from: bytes) == record)
                    let isSame = !String(decoding: bytes, as: UTF8.self).contains("\"transaction\"")
                    (same, other) = (same + (isSame ? 1 : 0), other + (isSame ? 0 : 1))
                }
            }
        }
        #expect(other > 0 && same > other, "\(same) and \(other)")
    }

    @Test(
        "everyday purchases on held-out seeds are new once and find their bookings",
        arguments: heldOut)
    func everyday(seed: UInt64) {
        let score = Self.score(seed, .everyday)
        print("reservation → booking, everyday, seed \(seed): \(score)")
        #expect(score.movements >= 250)
        #expect(score.precision >= 999)
        #expect(score.recall >= 980)
        #expect(score.doubled == 0)
    }

    @Test(
        "so they are at every other bank, with the tolerances of its dialect",
        arguments: SimulatedDialect.allCases.filter { $0 != .sbanken })
    func everyday(dialect: SimulatedDialect) {
        let score = Self.heldOut.reduce(SimulatedPlay.Score()) {
            $0.adding(Self.score($1, .everyday, dialect))
        }
        print("reservation → booking, everyday, \(dialect): \(score)")
        #expect(score.precision >= 999)
        #expect(score.recall >= 980)
        #expect(score.doubled == 0)
        #expect(score.missed <= 2)
    }

    @Test(
        "purchases made to be confused end in the true state, and few are taken for others",
        arguments: heldOut)
    func confusable(seed: UInt64) {
        let score = Self.score(seed, .confusable)
        print("reservation → booking, confusable, seed \(seed): \(score)")
        let known = Self.mistakes[seed] ?? (wrong: 0, doubled: 0)
        #expect(score.links - score.rightLinks <= known.wrong)
        #expect(score.recall >= 980)
        #expect(score.doubled <= known.doubled)
    }

    /// Wrong bookings and doubled events of the histories that have any: 6 of 5,600 bookings.
    private static let mistakes: [UInt64: (wrong: Int, doubled: Int)] = [
        9_500_003: (0, 1), 9_500_007: (0, 1), 9_500_008: (1, 1), 9_500_018: (2, 1),
        9_500_021: (2, 0), 9_500_030: (0, 1), 9_500_031: (1, 1),
    ]

    /// The score of a history of 300 purchases, whose final state must be the truth.
    private static func score(
        _ seed: UInt64, _ likeness: SimulatedHistory.Likeness,
        _ dialect: SimulatedDialect = .sbanken
    ) -> SimulatedPlay.Score {
        let history = SimulatedHistory(seed: seed, count: 300, likeness, dialect)
        var play = SimulatedPlay(history, seed: seed)
        while play.next() != nil {}
        #expect(play.stored == play.trueBookings, "seed \(seed)")
        return play.score
    }
}
