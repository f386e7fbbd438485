/// The rules of the demo: the text of `rules/demo.json`, so that an installed program has them.
///
/// A test holds the two against each other.
enum DemoRules: Sendable {
    static let text = #"""
        {
          "$schema": "./rules.schema.json",
          "version": 1,
          "rules": [
            {
              "id": "pocket-money",
              "when": "available of Lommepenger under 100 NOK, until over 150 NOK",
              "notify": ["desktop", "terminal", "hook"],
              "message": "{account}: {available} left"
            },
            {
              "id": "big-debit",
              "when": "new debit over 500",
              "notify": ["desktop", "terminal", "hook"]
            },
            {
              "id": "pay-day",
              "when": "new credit over 20 000 NOK except own transfers",
              "notify": ["desktop", "terminal", "hook"],
              "urgency": "low"
            },
            {
              "id": "bank",
              "when": "bank is unreachable",
              "notify": ["desktop", "terminal", "hook"],
              "urgency": "critical"
            }
          ]
        }

        """#
}
