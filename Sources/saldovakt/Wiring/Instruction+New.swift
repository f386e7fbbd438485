import Alerts
import Foundation

extension Instruction {
    /// An instruction that a person gives now.
    init(at instant: Date, order: Order) {
        self.init(id: UUID().uuidString.lowercased(), at: instant, order: order)
    }
}
