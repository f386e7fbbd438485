import Alerts
import Finance
import Foundation

/// How often a rule would have told something on stored history.
struct PastAnswer: Sendable {
    /// From when on there is something that it could have fired on; `nil` if there is nothing.
    var since: CalendarDay?
    /// How many alerts it would have told.
    var told = 0
    /// How many more would still be held by quiet hours or a limit.
    var held = 0
    /// When the last one would have been told.
    var lastTold: Date?
    /// What the answer leaves out or takes for granted.
    var notes: [String] = []
    /// Why there is no answer; `nil` if there is one.
    var obstacle: String?

    /// The answer for people, the figure first.
    func lines(in zone: TimeZone) -> [String] {
        if let obstacle { return [obstacle] }
        let style = MoneyStyle.norwegian
        guard let since else { return ["nothing is stored that it could have fired on"] }
        let day = style.text(since)
        let last = lastTold.map { ", the last time on \(style.text($0, in: zone))" } ?? ""
        let count =
            switch told {
            case 0: "would not have told you anything since \(day)"
            case 1: "would have told you once since \(day)\(last)"
            default: "would have told you \(style.number(told)) times since \(day)\(last)"
            }
        let more = held > 0 ? "; \(style.number(held)) more still held" : ""
        return [count + more] + notes
    }

    /// The answer as a JSON object.
    var json: String {
        JSONText.object([
            ("since", JSONText.string(since?.description)),
            ("wouldHaveTold", obstacle == nil ? String(told) : "null"),
            ("wouldStillHold", obstacle == nil ? String(held) : "null"),
            ("last", JSONText.string(lastTold.map { Words.iso($0) })),
            (
                "notes",
                JSONText.array(
                    ([obstacle].compactMap(\.self) + notes).map {
                        JSONText.string($0)
                    })
            ),
        ])
    }
}
