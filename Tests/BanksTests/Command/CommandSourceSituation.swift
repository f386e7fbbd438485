import Banks
import Finance
import Foundation
import Programs
import TestSupport

/// Programs that bring a bank in each situation of the conformance suite.
enum CommandSourceSituation {
    /// A source in that situation.
    static func source(
        _ situation: BankSourceConformance.Situation
    ) -> CommandSource {
        CommandSource(
            id: "mine",
            spec: ProcessSpec(
                command: ["/usr/bin/python3", "-c", program, "\(situation)"],
                environment: ["PATH": "/usr/bin:/bin"]),
            secrets: [], clock: ManualClock("2026-03-06T09:00:00Z"))
    }

    private static let program = #"""
        import json, sys, time
        wanted = json.loads(sys.stdin.readline())
        situation = sys.argv[1]
        if situation == "refusing": sys.exit(77)
        if situation == "hanging": time.sleep(1000)
        answer = {"observedAt": "2026-03-06T09:00:00Z", "source": wanted["source"]}
        if situation == "throttling":
            print(json.dumps(answer | {"outcome": "throttled", "retryAfter": 120}))
            sys.exit(0)
        def account(id):
            return {"id": id, "name": id, "kind": "asset", "currency": "NOK", "booked": "500.00",
                    "from": wanted["since"].get(id, "2025-12-06")}
        def row(id, status):
            booked = status == "booked"
            return {"account": id, "amount": "-100.00", "status": status, "date": "2026-03-05",
                    "posted": "2026-03-06" if booked else None, "text": "KIOSK"}
        if situation == "halfBroken":
            answer |= {"outcome": "partial", "accounts": [account("a1")]}
        else:
            answer |= {"outcome": "complete", "accounts": [account("a1"), account("a2")],
                       "transactions": [row("a1", "booked"), row("a2", "pending")],
                       "scheduled": [{"account": "a1", "id": "p1", "amount": "-50.00",
                                      "due": "2026-03-20", "text": "RENT", "kind": "payment"}]}
        print(json.dumps(answer))
        """#
}
