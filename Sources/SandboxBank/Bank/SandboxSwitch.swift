import Finance

/// A way in which the sandbox bank can misbehave, or a habit of the real one.
///
/// Help, the control address and the scenario reader know a switch by its row in the table; a new
/// one is a new case, its row there, and the place where it takes effect.
public enum SandboxSwitch: String, Sendable, CaseIterable, CustomStringConvertible {
    case outage, outageEvery, html, isError, throttle, hang, cutConnection, brokenJSON
    case signInOutage, refuseSignIn, freshSecret, invalidScope, missingScope, expireTokens
    case tokenLifetime
    case emptyAccounts, halfPage, shuffle, endDateToday, reservationDelay, archiveDelay
    case bookingText, reservationLinger, reservationText
    case cacheFlap, sourceAsNumber, offsetDates, blankText, threeDecimals
    case revokeSignIn, refreshAnswer, hourlyCalls, hourlyPause, listFailure, confidentialRows
    case ebConsent, ebSession, ebQuota, ebPeriod, ebHistory, ebPages, ebRows, ebTexts
    case ebBalances, ebFault
    case simplefin, simplefinAccounts

    /// The possible values of a switch.
    public enum Values: Sendable, Hashable {
        /// On or off; rests at off.
        case flag
        /// One of these words; rests at the first.
        case choice([String])
        /// A whole number in the range, counted in `unit`; rests at the lower bound.
        case number(ClosedRange<Int>, unit: String)
        /// Setting it to `true` triggers it once; it rests again at once.
        case pulse
    }

    /// The switch of that name, whatever its letter case.
    public static func named(_ name: String) -> SandboxSwitch? {
        allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    }

    public var description: String { rawValue }

    /// The value of a switch that was never set.
    public var resting: SwitchValue {
        switch values {
        case .flag, .pulse: .flag(false)
        case .choice(let words): .choice(words.first ?? "")
        case .number(let range, _): .number(range.lowerBound)
        }
    }

    /// The possible values, in words for help and errors.
    public var valuesText: String {
        switch values {
        case .flag: "true or false"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .number(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
        case .pulse: "true"
        }
    }

    func allows(_ value: SwitchValue) -> Bool {
        switch (values, value) {
        case (.flag, .flag), (.pulse, .flag): true
        case (.choice(let words), .choice(let word)): words.contains(word)
        case (.number(let range, _), .number(let number)): range.contains(number)
        default: false
        }
    }
}

/// What a switch is set to: on or off, one of its words, or a number.
public enum SwitchValue: Sendable, Hashable, CustomStringConvertible, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral, ExpressibleByIntegerLiteral
{
    case flag(Bool)
    case choice(String)
    case number(Int)

    public init(booleanLiteral value: Bool) { self = .flag(value) }

    public init(stringLiteral value: String) { self = .choice(value) }

    public init(integerLiteral value: Int) { self = .number(value) }

    /// Reads `true`, a text or a whole number; anything else gives `nil`.
    init?(_ node: JSONNode) {
        switch node.value {
        case .boolean(let flag): self = .flag(flag)
        case .string(let word): self = .choice(word)
        case .number(let text):
            guard let number = Int(text) else { return nil }
            self = .number(number)
        default: return nil
        }
    }

    public var description: String {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .choice(let word): "\"\(word)\""
        case .number(let number): String(number)
        }
    }

    var output: JSONOutput {
        switch self {
        case .flag(let flag): .bool(flag)
        case .choice(let word): .string(word)
        case .number(let number): .whole(number)
        }
    }
}

/// The values of all switches.
struct SwitchSet: Sendable, Equatable {
    /// The switches that differ from their resting values.
    private(set) var moved: [SandboxSwitch: SwitchValue] = [:]

    /// Sets a switch, if it can have that value.
    mutating func set(_ name: SandboxSwitch, _ value: SwitchValue) throws(SandboxError) {
        guard name.allows(value) else { throw .switchValue(name, value) }
        moved[name] = value == name.resting || name.values == .pulse ? nil : value
    }

    func isOn(_ name: SandboxSwitch) -> Bool { moved[name] == .flag(true) }

    func word(_ name: SandboxSwitch) -> String {
        if case .choice(let word) = moved[name] ?? name.resting { word } else { "" }
    }

    /// The number of a counting switch; 0 for any other.
    func number(_ name: SandboxSwitch) -> Int {
        if case .number(let number) = moved[name] { number } else { 0 }
    }
}

extension SandboxSwitch {
    public var values: Values { row.values }

    public var effect: String { row.effect }

    /// Whether that was seen at the real bank, and when; or that it is a general fault.
    public var origin: String { row.origin }

    private struct Row {
        let values: Values
        let effect: String
        let origin: String

        init(_ values: Values, _ effect: String, _ origin: String) {
            (self.values, self.effect, self.origin) = (values, effect, origin)
        }
    }

    // A test demands that no switch lacks its row.
    private var row: Row { Self.table[self] ?? Row(.flag, "", "") }

    private static let table: [SandboxSwitch: Row] = [
        .outage: Row(
            .flag,
            "API calls fail: 503 with the error envelope in v1, 500 with problem details in v2",
            "seen 2018 (503) and 2021 (500)"),
        .outageEvery: Row(
            .number(0...1_000, unit: "calls"),
            "every so many API calls one fails as in an outage; 0 is never",
            "sporadic 503 seen 2018-19"),
        .html: Row(.flag, "API calls answer 200 with an HTML maintenance page", "general fault"),
        .isError: Row(
            .flag, "API calls answer 200 with isError true in v1, with problem details in v2",
            "not proven at the bank; clients check for it"),
        .throttle: Row(
            .number(0...86_400, unit: "seconds"),
            "API calls answer 429 with Retry-After of so many seconds; 0 is off",
            "never reported at this bank, usual at others"),
        .hang: Row(
            .flag, "API calls are accepted and not answered until the switch is turned off",
            "general fault"),
        .cutConnection: Row(
            .choice(["off", "before", "during"]),
            "the connection of an API call is closed without an answer (before) or in the "
                + "middle of the body (during)", "general fault"),
        .brokenJSON: Row(.flag, "the body of API answers ends in the middle", "general fault"),
        .signInOutage: Row(
            .flag, "the token address answers 503 with an empty body", "general fault"),
        .refuseSignIn: Row(
            .flag, "sign-in answers 400 invalid_client, as for a wrong or expired secret",
            "seen; secrets expire after 3 months"),
        .freshSecret: Row(
            .number(0...1_000, unit: "sign-ins"),
            "the next so many sign-ins answer 400 invalid_client, then it works",
            "seen for some minutes"),
        .invalidScope: Row(.flag, "sign-in answers 400 invalid_scope", "seen 2019"),
        .missingScope: Row(.flag, "sign-in works, but every API call answers 401", "seen 2021"),
        .expireTokens: Row(
            .pulse, "all tokens issued so far are expired from now on",
            "tokens live for one hour and cannot be refreshed"),
        .tokenLifetime: Row(
            .number(0...86_400, unit: "seconds"),
            "expires_in of tokens issued from now on; 0 is the usual 3600", "3600 at the bank"),
        .emptyAccounts: Row(.flag, "the list of accounts is empty", "general fault"),
        .halfPage: Row(
            .flag, "lists carry half of the rows of a page, while availableItems counts all",
            "general fault"),
        .shuffle: Row(
            .flag, "the order of the rows differs from answer to answer",
            "order is nowhere promised"),
        .endDateToday: Row(
            .choice(["fine", "2020", "2021"]),
            "with endDate = today, 2020 leaves out reservations and 2021 answers 500",
            "seen December 2020 and June 2021"),
        .reservationDelay: Row(
            .number(0...1_000, unit: "steps"),
            "a new reservation lowers 'available' at once and is listed so many steps later",
            "general habit of banks"),
        .archiveDelay: Row(
            .number(0...366, unit: "days"),
            "a booked row is AccountStatement for so many bank days, then Archive",
            "the three stages of a row, seen 2021"),
        .bookingText: Row(
            .choice(["changed", "kept"]),
            "reservations are booked under another text (changed) or under their own (kept)",
            "changed at the bank"),
        .reservationLinger: Row(
            .number(0...1_000, unit: "steps"),
            "a reservation stays listed beside its booking for so many steps",
            "not established at this bank, seen at others"),
        .reservationText: Row(
            .choice(["own", "hidden", "cut"]),
            "reservations show their own text, words that hide the merchant, or at most 15 "
                + "characters of it with only ASCII letters in capitals: MESTER GRøNN 20",
            "all seen; hidden ones 2017-18"),
        .cacheFlap: Row(
            .flag,
            "answers alternate: rows with transactionId, source and reservationType, then rows "
                + "without the three", "seen 2018-2019, a cache at the bank"),
        .sourceAsNumber: Row(
            .flag, "source is 0 or 1 instead of AccountStatement or Archive", "seen 2018"),
        .offsetDates: Row(.flag, "dates end in +01:00 or +02:00", "so until about 2021"),
        .blankText: Row(
            .choice(["off", "null", "empty", "Nettgiro"]),
            "the text of booked rows is null, empty, or just Nettgiro", "seen; text may be null"),
        .threeDecimals: Row(
            .flag, "Sbanken: the first account's balance and the first row's amount are 999.999",
            "general fault; three decimals as such seen 2017-18"),
        .revokeSignIn: Row(
            .pulse, "every sign-in of a person is ended: codes, refresh and access tokens",
            "SpareBank 1: the customer deletes the personal client"),
        .refreshAnswer: Row(
            .choice(["whole", "cut", "half", "lost", "withoutToken", "forgotten"]),
            "a refresh replaces the token and gives no answer (cut) or the first half of it "
                + "(half), is cut off before anything is done (lost), gives no new refresh token "
                + "(withoutToken), or gives one that the bank forgets at once (forgotten)",
            "SpareBank 1: general faults of tokens that rotate"),
        .hourlyCalls: Row(
            .number(0...1_000, unit: "calls"),
            "more API calls within an hour are answered with 429; 0 is no limit",
            "SpareBank 1: 60, as two clients say"),
        .hourlyPause: Row(
            .number(0...86_400, unit: "seconds"),
            "the Retry-After of what hourlyCalls refuses; 0 is none",
            "SpareBank 1: not documented, both expected"),
        .listFailure: Row(
            .choice([
                "off", "RECENT_TRANSACTIONS_FAILED", "CREDIT_ACCOUNTS_FAILED", "withoutCards",
            ]),
            "transactions lack the reservations or those of cards, with status 200 and this "
                + "error; accounts lack the cards with the second one (withoutCards)",
            "SpareBank 1: its interface description"),
        .confidentialRows: Row(
            .choice(["off", "isConfidential", "confidential"]),
            "transactions are marked as confidential, under one of two names",
            "SpareBank 1: documented under the second name, answered under the first"),
        .simplefin: Row(
            .choice([
                "fine", "version1", "payment", "revoked", "signInFailed", "capped", "quota",
                "alike",
            ]),
            "only version 1, with a connection that needs attention; 402; 403; gen.auth; rows of "
                + "30 days at most, and gen.api where more are asked for; warnings from the 20th "
                + "read of a day and 403 after the 24th; one name for all accounts",
            "SimpleFIN: protocol 1.0.7 and 2, reported 2025-26"),
        .simplefinAccounts: Row(
            .choice([
                "fine", "failed", "missingData", "draft", "connectionFailed", "reissued", "readded",
                "stale", "points", "noDay",
            ]),
            "act.failed for the last account, act.missingdata, or act.failed in the words of a "
                + "draft; con.auth; other ids for all rows, or for all accounts; a balance-date "
                + "of five days ago; a currency that is an address for the last account; pending "
                + "rows without a day", "SimpleFIN: protocol 2, reported 2025-26"),
        .ebConsent: Row(
            .choice(["given", "empty", "unlinked", "newHash", "onlyHash", "inactive"]),
            "Enable Banking: no account is linked, or the last one is not; accounts have an IBAN "
                + "and a new first hash, beside the old one (newHash) or instead (onlyHash); the "
                + "application is not active (403)",
            "documented; hashes change when a bank starts to give an IBAN"),
        .ebSession: Row(
            .choice(["open", "expired", "revoked", "closed"]),
            "Enable Banking: sessions answer 401 EXPIRED_SESSION, REVOKED_SESSION, CLOSED_SESSION",
            "documented"),
        .ebQuota: Row(
            .choice([
                "daily", "hourly", "retryAfter", "consent", "absent", "multiplicity", "many", "off",
            ]),
            "Enable Banking: the fifth read of an account on a day answers 429 with one of six "
                + "texts, or with Retry-After of 7200", "PSD2; all texts seen"),
        .ebPeriod: Row(
            .number(0...89, unit: "days"),
            "Enable Banking: older rows answer 422 WRONG_TRANSACTIONS_PERIOD; 0 is 89 days",
            "seen; some banks reach back less far"),
        .ebHistory: Row(
            .number(0...1_440, unit: "minutes"),
            "Enable Banking: for so many minutes after sign-in rows of any age are given, older "
                + "than ebPeriod too; 0 is never", "3 minutes at one bank; some give an hour"),
        .ebPages: Row(
            .choice(["one", "two", "emptyMiddle", "sameKey", "refusedKey"]),
            "Enable Banking: pages of two rows; the second one is empty; the key stays the "
                + "same; the bank refuses its own key", "all seen"),
        .ebRows: Row(
            .choice([
                "usual", "zero", "repeated", "renumbered", "none", "changing", "doubled",
                "signed", "bare", "old",
            ]),
            "Enable Banking: references are \"0\", all the same, those of other rows before, "
                + "none, or others once rows are booked (changing); the newest booked row comes "
                + "twice; amounts carry signs; optional fields of rows, balances and accounts are "
                + "null; older rows than asked for come too", "all seen"),
        .ebTexts: Row(
            .choice(["usual", "enriched", "nameless"]),
            "Enable Banking: booked rows get words of the bank in front; pending rows name nobody",
            "seen at DNB"),
        .ebBalances: Row(
            .choice(["both", "available", "booked", "expected", "many", "refused"]),
            "Enable Banking: CLBD and ITAV, only one of them, only XPCD, five others before both, "
                + "or 400 ASPSP_ERROR",
            "all seen; which balances there are differs from bank to bank"),
        .ebFault: Row(
            .choice([
                "off", "aspspError", "timeout", "action", "lastAccount", "presence", "address",
                "allOrNone", "refusesPresence",
            ]),
            "Enable Banking: 400 ASPSP_ERROR; 408; 401 ASPSP_PSU_ACTION_REQUIRED; the rows of "
                + "the last account fail; the bank demands headers of a person who is present, "
                + "the person's address, or all of the headers once there is one; or it fails "
                + "with them", "all seen"),
    ]
}
