extension SandboxSwitch {
    // MARK: The forms of answers

    /// Accounts that are called alike.
    public static let sharedNames = SandboxSwitch(
        name: "sharedNames", effect: "all accounts carry the name of the first",
        values: .flag, origin: "seen; two cards of one product are called alike")

    /// What accounts are called.
    public static let accountName = SandboxSwitch(
        name: "accountName",
        effect: "accounts have their names, none (null), or names with an emoji behind them",
        values: .choice(["usual", "null", "emoji"]), origin: "seen; names are the customer's own")

    /// Accounts of somebody else.
    public static let foreignOwner = SandboxSwitch(
        name: "foreignOwner", effect: "every account belongs to another customer than the caller",
        values: .flag, origin: "seen; accounts that were opened to the caller are listed too")

    /// Empty lists without a list.
    public static let nullItems = SandboxSwitch(
        name: "nullItems", effect: "the items of an empty list are null instead of []",
        values: .flag, origin: "items may be null in the interface description")

    /// The envelope of 2018.
    public static let oldEnvelope = SandboxSwitch(
        name: "oldEnvelope",
        effect: "in v1 errorType is a whole number and errorCode is left out; v2 is as ever",
        values: .flag, origin: "seen in bodies of 2018")

    /// How problem details spell their keys.
    public static let problemCase = SandboxSwitch(
        name: "problemCase",
        effect: "in v2 the keys of problem details are Pascal for failures and camel for refusals "
            + "(usual), or all of one kind; v1 is as ever",
        values: .choice(["usual", "camel", "pascal"]), origin: "both seen, 2021 and 2022")

    /// How an account that does not exist is told.
    public static let missingItem = SandboxSwitch(
        name: "missingItem",
        effect: "in v1 an unknown account is 404, or 200 with item null; v2 is as ever",
        values: .choice(["404", "null"]), origin: "one client takes null for not found")

    /// Tokens that do not tell their scopes.
    public static let tokenScope = SandboxSwitch(
        name: "tokenScope", effect: "the token answer lists its scopes, or has no 'scope'",
        values: .choice(["listed", "absent"]), origin: "absent in 2018, there later")

    /// The addresses of former years.
    public static let oldAddresses = SandboxSwitch(
        name: "oldAddresses",
        effect: "/bank/ and /exec.bank/ are served; or /bank/ answers 401 (2019); or both are gone "
            + "with 404 (2021)",
        values: .choice(["served", "2019", "2021"]),
        origin: "401 seen July 2019; both taken down June 2021")

    /// Lists that the key does not open.
    public static let forbidden = SandboxSwitch(
        name: "forbidden",
        effect: "everything but accounts and transactions answers 403",
        values: .flag, origin: "seen for what is not open to personal keys")

    /// Limits that nobody holds to.
    public static let looseRanges = SandboxSwitch(
        name: "looseRanges",
        effect: "questions outside of the documented limits (more than 366 days, before 2000, "
            + "index below 0, length not 1 to 1000) are answered instead of refused with 400",
        values: .flag, origin: "the limits are documented, their wording is not known")

    /// Numbers of reservations on a cache miss.
    public static let reservationNumber = SandboxSwitch(
        name: "reservationNumber",
        effect: "where rows carry a transactionId (cacheFlap), reservations have \"0\" or none; "
            + "sets cacheFlap to rows with numbers in every answer",
        values: .choice(["off", "zero", "absent"]), origin: "both seen 2018")

    /// What booked rows say of reservations.
    public static let bookedType = SandboxSwitch(
        name: "bookedType",
        effect: "reservationType of booked rows is null, or NotReservation as documented",
        values: .choice(["null", "NotReservation"]), origin: "null in real bodies")

    /// The text of booked card purchases.
    public static let cardText = SandboxSwitch(
        name: "cardText",
        effect: "booked card rows begin with card number and day, or lack both as in 2018",
        values: .choice(["usual", "2018"]), origin: "both seen")
}
