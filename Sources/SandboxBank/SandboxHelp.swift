import Finance

/// The help texts of `saldovakt sandbox`.
public enum SandboxHelp: Sendable {
    /// The sandbox, its addresses, the scenario file, and every switch of the table.
    ///
    /// Built on demand, so that other commands do not pay for it.
    public static var text: String {
        [introduction, addresses, scenarios, switches].joined(separator: "\n\n") + "\n"
    }

    /// The data that a client needs to reach a started server; the scenario's invented secret is
    /// shown.
    public static func connection(
        port: Int, scenario: SandboxScenario, bank: SandboxInterface = .sbanken,
        dialect: SandboxDialect = .v2
    ) -> String {
        let origin = "http://127.0.0.1:\(port)"
        let lines =
            switch bank {
            case .sbanken: sbanken(origin, scenario, dialect)
            case .sparebank1: spareBank1(origin, scenario)
            case .enablebanking: enableBanking(origin, scenario)
            case .simplefin: simpleFIN(origin, scenario)
            }
        let controls = [
            "  next step      curl -X POST \(origin)/sandbox/step",
            "  current state  curl \(origin)/sandbox/state", "Accounts",
        ]
        let accounts = scenario.accounts.map { account in
            "  \(account.number)  \(account.name ?? "(no name)")"
        }
        return (lines + controls + accounts).joined(separator: "\n") + "\n"
    }

    private static func sbanken(
        _ origin: String, _ scenario: SandboxScenario, _ dialect: SandboxDialect
    ) -> [String] {
        let credentials = scenario.credentials
        let customer = dialect == .v1 ? #", "customerId": {"env": "CUSTOMER_ID"}"# : ""
        let lines = [
            "Sandbox bank '\(scenario.name)', dialect \(dialect.rawValue)",
            #"  { "id": "sandbox", "type": "sbanken", "dialect": "\#(dialect.rawValue)","#,
            #"    "clientId": {"env": "CLIENT_ID"}, "clientSecret": {"env": "CLIENT_SECRET"}"#
                + customer + ",",
            #"    "apiURL": "\#(origin)\#(dialect.basePath)","#,
            #"    "authURL": "\#(origin)/identityserver/connect/token" }"#,
            "  API            \(origin)\(dialect.basePath)",
            "  sign-in        \(origin)/identityserver/connect/token",
            "  client id      \(credentials.clientId)",
            "  client secret  \(credentials.clientSecret.reveal())   (invented; form-encode it)",
        ]
        guard dialect == .v1 else { return lines }
        return lines + ["  customerId     \(credentials.customerId.reveal())   (invented)"]
    }

    private static let introduction = """
        The sandbox is a bank of its own that answers as the interfaces of several
        banks do, all on one ledger: sign-in, accounts, transactions. All of it is
        invented. It listens on 127.0.0.1 only. Its day goes forward in steps, and
        switches make it misbehave.
        """

    private static let addresses = """
        ADDRESSES
          POST /identityserver/connect/token  sign-in (grant_type=client_credentials)
          GET  /apibeta/api/v1/…              with envelope; needs header customerId
          GET  /apibeta/api/v2/…              bare
          GET  /exec.bank/api/v1/…  /bank/api/v1/…    as /apibeta/api/v1
               …/Accounts  …/Accounts/{id}  …/Cards  …/EFakturas (v2: Efaktura)
               …/Transactions/{id}  …/Transactions/archive/{id}
               …/Payments/{id}  …/StandingOrders/{id}
          GET  /oauth/authorize               SpareBank 1: sign-in page
          POST /oauth/token                   code or renewal for a token
          GET  /personal/banking/…            accounts, transactions
          POST /enablebanking/auth            Enable Banking: begins a sign-in
          POST /enablebanking/sessions        code for a session
          GET  /enablebanking/accounts/…      balances, transactions
          …    /simplefin/…                   SimpleFIN: claim/sandbox, info, accounts
          GET  /sandbox/state                 bank day, step, accounts and switches
          GET  /sandbox/requests              what clients have asked
          GET  /sandbox/help                  this text
          POST /sandbox/step                  the next step, or {"steps": 3}
          POST /sandbox/day                   the next day, {"days": 3} or a date:
                                              {"day": "2026-03-10"}
          POST /sandbox/switch/NAME           turn a switch; the body is its value
          POST /sandbox/do                    an action of a scenario, or a list
          POST /sandbox/reset                 back to the first day
        """

    private static var scenarios: String {
        """
        SCENARIOS
          Built in: \(SandboxScenario.builtIn.map(\.name).joined(separator: ", ")). \
        A file of your own is JSON (comments are allowed):

        \(indented(example))

          day          "2026-03-06", "today" or "today-9"; steps count days from it
          timeline     each step: at (number), day (from start), note, do (actions)
          history      actions from before the start; they leave the balances alone
          actions      reserve, book, post, transfer, release, setBalance, switch
          date         in actions "2026-03-05", or -2 for two days before the bank day
          kind         of reserve: \(ReservationKind.allCases.map(\.rawValue).joined(separator: ", "))
                       of post and book: \(kindNames)
                       or {"code": 312, "label": "GEBYR"}
          card         merchant, city, categoryCode, category, price, currency, rate,
                       purchaseDate, number, transactionId
          detail       receiverName, formattedAccountNumber, cid, reference,
                       payerName, registrationDate
          lists        rows for payments, standingOrders, eFakturas and cards, sent as
                       they are
        """
    }

    public static let example = """
        { "version": 1,
          "name": "mine",
          "day": "2026-03-06",
          "credentials": { "clientId": "my-client", "clientSecret": "invented" },
          "accounts": [
            { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
              "name": "Brukskonto", "balance": 5000.00 },
            { "id": "FA4E0000000000000000000000000004", "number": "99990000004",
              "name": "Lommepenger", "balance": 150.00 } ],
          "switches": { "reservationDelay": 0 },
          "timeline": [
            { "at": 1, "day": 0, "note": "a taxi is reserved", "do": [
              { "action": "reserve", "id": "taxi", "account": "Brukskonto",
                "amount": -187.00, "text": "FJORDBY TAXI AS" } ] },
            { "at": 3, "day": 2, "note": "the taxi is booked", "do": [
              { "action": "book", "reservation": "taxi",
                "card": { "merchant": "FJORDBY TAXI AS",
                          "categoryCode": "4121" } },
              { "action": "transfer", "from": "Brukskonto", "to": "Lommepenger",
                "amount": 100.00 } ] },
            { "at": 4, "day": 3, "do": [
              { "action": "post", "account": "Brukskonto", "amount": 32500.00,
                "kind": "salary" },
              { "action": "switch", "name": "outage", "value": true } ] } ] }
        """

    private static let kindNames = String(
        wrapped(SandboxRowKind.named.map(\.name).joined(separator: ", "), indent: 33)
            .drop { $0 == " " })

    private static var switches: String {
        "SWITCHES\n"
            + SandboxSwitch.allCases.map { name in
                """
                  \(name)
                \(wrapped("(\(name.valuesText))"))
                \(wrapped(name.effect))
                \(wrapped("[\(name.origin)]"))
                """
            }.joined(separator: "\n")
    }

    /// Lines of at most 78 characters, indented.
    private static func wrapped(_ text: String, indent: Int = 6) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if indent + last.count + word.count > 77 {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
            }
        }
        return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
    }
}

/// The banks whose interfaces the sandbox supports, all at once on one ledger.
public enum SandboxInterface: String, Sendable, CaseIterable {
    case sbanken, sparebank1, enablebanking, simplefin
}

/// The two forms of the bank's answers; the sandbox supports both at once.
public enum SandboxDialect: String, Sendable, CaseIterable {
    /// With an envelope around every answer, and a `customerId` header (until 2021).
    case v1
    /// Bare objects and problem details (from June 2021).
    case v2

    public var basePath: String { "/apibeta/api/\(rawValue)" }

    /// The addresses of the bank through the years; the older two only spoke v1.
    init?(_ path: [String]) {
        guard path.count >= 3, path[1] == "api" else { return nil }
        switch (path[0], path[2]) {
        case ("apibeta", "v2"): self = .v2
        case ("apibeta", "v1"), ("exec.bank", "v1"), ("bank", "v1"): self = .v1
        default: return nil
        }
    }
}
