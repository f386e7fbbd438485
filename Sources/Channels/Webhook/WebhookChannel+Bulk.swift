public import Alerts
import HTTP

/// Receivers that take notices as they are published get the stored bytes, many at a time.
extension WebhookChannel: BulkChannel {
    /// Posts each notice once; ends early when the receiver is gone for good.
    public func deliver(_ parcels: [Parcel]) async -> [DeliveryOutcome?] {
        if let outcome = await waitForTurn() { return parcels.map { _ in outcome } }
        let results = await transport.send(batch(of: parcels))
        var outcomes: [DeliveryOutcome?] = []
        outcomes.reserveCapacity(parcels.count)
        for (parcel, result) in zip(parcels, results) {
            outcomes.append(await outcome(of: parcel, result))
        }
        return outcomes
    }

    private func batch(of parcels: [Parcel]) -> RequestBatch {
        RequestBatch(
            count: parcels.count,
            goesOn: { [dialect = receiver.dialect] result in
                guard case .success(let response) = result else { return true }
                return dialect.verdict(on: response) != .gone
            },
            request: { number in
                let parcel = parcels[number]
                // The stamp is the attempt's, so it is made when the request's turn has come.
                let stamp = WebhookSignature(id: parcel.noticeID, at: clock.now())
                let message = receiver.dialect.message(publishing: parcel.published)
                // Without an address it is refused before anything is sent.
                guard stamp.isValid, let message else { return HTTPRequest(url: "") }
                return request(message, stamp)
            })
    }

    private func outcome(
        of parcel: Parcel, _ result: Result<HTTPResponse, TransportError>?
    ) async -> DeliveryOutcome? {
        guard let result else { return nil }
        let stamp = WebhookSignature(id: parcel.noticeID, at: clock.now())
        guard stamp.isValid else { return problems.unsendableID }
        let (outcome, wasTooLong) = judge(result)
        guard wasTooLong, let shorter = try? parcel.notice().shortened else { return outcome }
        return await post(shorter, stamp).outcome
    }
}
