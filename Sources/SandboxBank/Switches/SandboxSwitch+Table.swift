extension SandboxSwitch {
    // MARK: The connection

    /// Nothing is answered at all until the switch is turned off.
    public static let hang = SandboxSwitch(
        name: "hang",
        effect: "API calls are accepted and not answered until the switch is turned off",
        values: .flag, origin: "general fault")

    /// The connection breaks instead of an answer.
    public static let cutConnection = SandboxSwitch(
        name: "cutConnection",
        effect: "the connection of an API call is closed without an answer (before) or in the "
            + "middle of the body (during)",
        values: .choice(["off", "before", "during"]), origin: "general fault")

    // MARK: The service

    /// The API is down.
    public static let outage = SandboxSwitch(
        name: "outage",
        effect: "API calls fail: 503 with the error envelope in v1, 500 with problem details in v2",
        values: .flag, origin: "seen 2018 (503) and 2021 (500)")

    /// The API fails now and then.
    public static let outageEvery = SandboxSwitch(
        name: "outageEvery",
        effect: "every so many API calls one fails as in an outage; 0 is never",
        values: .number(0...1_000, unit: "calls"), origin: "sporadic 503 seen 2018-19")

    /// The sign-in is down.
    public static let signInOutage = SandboxSwitch(
        name: "signInOutage", effect: "the token address answers 503 with an empty body",
        values: .flag, origin: "general fault")

    /// A maintenance page instead of data.
    public static let html = SandboxSwitch(
        name: "html", effect: "API calls answer 200 with an HTML maintenance page",
        values: .flag, origin: "general fault")

    /// An error told with status 200.
    public static let isError = SandboxSwitch(
        name: "isError",
        effect: "API calls answer 200 with isError true in v1, with problem details in v2",
        values: .flag, origin: "not proven at the bank; clients check for it")

    /// Too many calls.
    public static let throttle = SandboxSwitch(
        name: "throttle",
        effect: "API calls answer 429 with Retry-After of so many seconds; 0 is off",
        values: .number(0...86_400, unit: "seconds"),
        origin: "never reported at this bank, usual at others")

    // MARK: The sign-in

    /// The secret is wrong or older than three months.
    public static let refuseSignIn = SandboxSwitch(
        name: "refuseSignIn",
        effect: "sign-in answers 400 invalid_client, as for a wrong or expired secret",
        values: .flag, origin: "seen; secrets expire after 3 months")

    /// A new secret does not work yet.
    public static let freshSecret = SandboxSwitch(
        name: "freshSecret",
        effect: "the next so many sign-ins answer 400 invalid_client, then it works",
        values: .number(0...1_000, unit: "sign-ins"), origin: "seen for some minutes")

    /// No scope is ticked in the portal.
    public static let invalidScope = SandboxSwitch(
        name: "invalidScope", effect: "sign-in answers 400 invalid_scope",
        values: .flag, origin: "seen 2019")

    /// The token is good for nothing.
    public static let missingScope = SandboxSwitch(
        name: "missingScope", effect: "sign-in works, but every API call answers 401",
        values: .flag, origin: "seen 2021")

    /// All tokens end.
    public static let expireTokens = SandboxSwitch(
        name: "expireTokens", effect: "all tokens issued so far are expired from now on",
        values: .pulse, origin: "tokens live for one hour and cannot be refreshed")

    /// How long new tokens live.
    public static let tokenLifetime = SandboxSwitch(
        name: "tokenLifetime",
        effect: "expires_in of tokens issued from now on; 0 is the usual 3600",
        values: .number(0...86_400, unit: "seconds"), origin: "3600 at the bank")
}

extension SandboxSwitch {
    // MARK: The lists

    /// No accounts.
    public static let emptyAccounts = SandboxSwitch(
        name: "emptyAccounts", effect: "the list of accounts is empty",
        values: .flag, origin: "general fault")

    /// Fewer rows than announced.
    public static let halfPage = SandboxSwitch(
        name: "halfPage",
        effect: "lists carry half of the rows of a page, while availableItems counts all",
        values: .flag, origin: "general fault")

    /// Another order each time.
    public static let shuffle = SandboxSwitch(
        name: "shuffle", effect: "the order of the rows differs from answer to answer",
        values: .flag, origin: "order is nowhere promised")

    /// What endDate = today does.
    public static let endDateToday = SandboxSwitch(
        name: "endDateToday",
        effect: "with endDate = today, 2020 leaves out reservations and 2021 answers 500",
        values: .choice(["fine", "2020", "2021"]), origin: "seen December 2020 and June 2021")

    /// Reservations show up late.
    public static let reservationDelay = SandboxSwitch(
        name: "reservationDelay",
        effect: "a new reservation lowers 'available' at once and is listed so many steps later",
        values: .number(0...1_000, unit: "steps"), origin: "general habit of banks")

    /// Booked rows are archived late.
    public static let archiveDelay = SandboxSwitch(
        name: "archiveDelay",
        effect: "a booked row is AccountStatement for so many bank days, then Archive",
        values: .number(0...366, unit: "days"), origin: "the three stages of a row, seen 2021")

    /// What a reservation is booked as.
    public static let bookingText = SandboxSwitch(
        name: "bookingText",
        effect: "reservations are booked under another text (changed) or under their own (kept)",
        values: .choice(["changed", "kept"]), origin: "changed at the bank")

    /// Reservations stay beside their bookings.
    public static let reservationLinger = SandboxSwitch(
        name: "reservationLinger",
        effect: "a reservation stays listed beside its booking for so many steps",
        values: .number(0...1_000, unit: "steps"),
        origin: "not established at this bank, seen at others")

    /// Reservations name nobody.
    public static let reservationText = SandboxSwitch(
        name: "reservationText",
        effect: "reservations show their own text, words that hide the merchant, or at most 15 "
            + "characters of it with only ASCII letters in capitals: MESTER GRøNN 20",
        values: .choice(["own", "hidden", "cut"]), origin: "all seen; hidden ones 2017-18")

    // MARK: The rows

    /// Rows without words.
    public static let blankText = SandboxSwitch(
        name: "blankText", effect: "the text of booked rows is null, empty, or just Nettgiro",
        values: .choice(["off", "null", "empty", "Nettgiro"]), origin: "seen; text may be null")

    /// The value date of booked rows.
    public static let interestDate = SandboxSwitch(
        name: "interestDate",
        effect: "interestDate is as the scenario says, null, or 40 days after booking",
        values: .choice(["usual", "null", "future"]),
        origin: "nullable; a card's invoice date seen 2021")

    /// Purchases a year too late.
    public static let purchaseYear = SandboxSwitch(
        name: "purchaseYear", effect: "purchaseDate in cardDetails is right, or a year too late",
        values: .choice(["right", "late"]), origin: "seen 2021")

    /// Card rows without their details.
    public static let cardDetails = SandboxSwitch(
        name: "cardDetails", effect: "booked card rows carry cardDetails, or lack them",
        values: .choice(["there", "absent"]), origin: "seen; clients handle both")

    /// Amounts with three decimals.
    public static let paddedAmounts = SandboxSwitch(
        name: "paddedAmounts", effect: "amounts of rows are written with three decimals: -104.520",
        values: .flag, origin: "seen 2017-18")

    /// Fields come and go.
    public static let cacheFlap = SandboxSwitch(
        name: "cacheFlap",
        effect: "answers alternate: rows with transactionId, source and reservationType, then "
            + "rows without the three",
        values: .flag, origin: "seen 2018-2019, a cache at the bank")

    /// `source` as a number.
    public static let sourceAsNumber = SandboxSwitch(
        name: "sourceAsNumber", effect: "source is 0 or 1 instead of AccountStatement or Archive",
        values: .flag, origin: "seen 2018")

    /// Dates with an offset.
    public static let offsetDates = SandboxSwitch(
        name: "offsetDates", effect: "dates end in +01:00 or +02:00",
        values: .flag, origin: "so until about 2021")

    /// An amount that no account can have.
    public static let threeDecimals = SandboxSwitch(
        name: "threeDecimals",
        effect: "the first account's balance and the first row's amount are 999.999",
        values: .flag, origin: "general fault; three decimals as such seen 2017-18")

    /// A body that ends too early.
    public static let brokenJSON = SandboxSwitch(
        name: "brokenJSON", effect: "the body of API answers ends in the middle",
        values: .flag, origin: "general fault")

    /// Every switch, in the order of the help text.
    public static let all: [SandboxSwitch] = [
        outage, outageEvery, html, isError, throttle, hang, cutConnection, brokenJSON,
        signInOutage, refuseSignIn, freshSecret, invalidScope, missingScope, expireTokens,
        tokenLifetime,
        emptyAccounts, halfPage, shuffle, endDateToday, reservationDelay, archiveDelay,
        bookingText, reservationLinger, reservationText,
        cacheFlap, sourceAsNumber, offsetDates, blankText, interestDate, purchaseYear, cardDetails,
        paddedAmounts, threeDecimals,
        sharedNames, accountName, foreignOwner, nullItems, oldEnvelope, problemCase, missingItem,
        tokenScope, oldAddresses, forbidden, looseRanges, reservationNumber, bookedType, cardText,
    ]
}
