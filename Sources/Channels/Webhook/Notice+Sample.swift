import Alerts
import Foundation
import Rules

extension Notice {
    /// A notice about nothing, to look at the request that it would make.
    static let sample = Notice(
        type: .fired, id: "ntc_sample", timestamp: Date(timeIntervalSince1970: 0),
        data: NoticeData(rule: nil, kind: .level, reason: .entered, title: "saldovakt", body: ""))
}
