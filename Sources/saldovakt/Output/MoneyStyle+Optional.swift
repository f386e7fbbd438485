import Alerts
import Finance

extension MoneyStyle {
    /// The amount as people write it, or a dash for one that the bank did not give.
    func optional(_ money: Money?) -> String {
        money.map { text($0) } ?? "–"
    }
}
