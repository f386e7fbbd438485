public import Foundation
import Rules

extension OwnTrouble {
    /// The notice of this trouble for a channel that is told without the outbox, because the
    /// store that holds it is what fails.
    ///
    /// - Parameters:
    ///   - isOver: whether to tell that it is over.
    ///   - since: when it began; the identifier follows from it.
    ///   - detail: how much the channel may show.
    public func lastResort(
        isOver: Bool, since: Date, at now: Date, showing detail: Detail = .full
    ) -> Notice {
        let type: Notice.Kind = isOver ? .healthResolved : .healthFired
        let milliseconds = Int((since.timeIntervalSince1970 * 1_000).rounded())
        var data = NoticeData(
            rule: NoticeRule(id: ruleID, sentence: AlertTexts.sentence(self)), kind: .health,
            reason: isOver ? .restored : topic.reason, urgency: isOver ? .normal : .critical,
            title: isOver ? AlertTexts.over(self) : AlertTexts.title(self, count: 0),
            body: SafeText.neutralised(problem))
        data.since = since < now ? since : nil
        let notice = Notice(
            type: type, id: NoticeID.text(type.rawValue, [key, "\(milliseconds)"]),
            timestamp: now, data: data)
        // A notice about the program has no amounts and no times to write.
        let cut = NoticeCut(
            rules: RuleSet(rules: [], fileHash: ""), policy: AlertPolicy(zone: .gmt))
        return cut.cut(notice, to: detail)
    }
}
