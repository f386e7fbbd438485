extension SandboxSwitch {
    /// The switches of Enable Banking's interface.
    static let enableBanking: [SandboxSwitch: Row] = [
        .ebConsent: (
            .choice(["given", "denied", "empty", "unlinked", "newHash", "inactive"]),
            "Enable Banking: the person denies; no account is linked, or the last one is not; "
                + "accounts have a new first hash; the application is not active (403)",
            "documented; hashes change when a bank starts to give an IBAN"
        ),
        .ebSession: (
            .choice(["open", "expired", "revoked", "closed"]),
            "Enable Banking: sessions answer 401 EXPIRED_SESSION, REVOKED_SESSION, CLOSED_SESSION",
            "documented"
        ),
        .ebQuota: (
            .choice([
                "daily", "hourly", "retryAfter", "consent", "absent", "multiplicity", "many", "off",
            ]),
            "Enable Banking: the fifth read of an account on a day answers 429 with one of six texts, "
                + "or with Retry-After of 7200",
            "PSD2; all texts seen"
        ),
        .ebPeriod: (
            .number(0...89, unit: "days"),
            "Enable Banking: older rows answer 422 WRONG_TRANSACTIONS_PERIOD; 0 is 89 days",
            "seen; some banks reach back less far"
        ),
        .ebPages: (
            .choice(["one", "two", "emptyMiddle", "sameKey", "refusedKey"]),
            "Enable Banking: pages of two rows; the second one is empty; the key stays the same; the "
                + "bank refuses its own key",
            "all seen"
        ),
        .ebRows: (
            .choice([
                "usual", "zero", "repeated", "renumbered", "doubled", "signed", "bare", "old",
            ]),
            "Enable Banking: references are \"0\", all the same, or those of other rows before; the "
                + "newest booked row comes twice; amounts carry signs; optional fields are null; "
                + "older rows than asked for come too",
            "all seen"
        ),
        .ebTexts: (
            .choice(["usual", "enriched", "nameless"]),
            "Enable Banking: booked rows get words of the bank in front; pending rows name nobody",
            "seen at DNB"
        ),
        .ebBalances: (
            .choice(["both", "available", "booked", "expected", "refused"]),
            "Enable Banking: CLBD and ITAV, only one of them, only XPCD, or 400 ASPSP_ERROR",
            "all seen; which balances there are differs from bank to bank"
        ),
        .ebFault: (
            .choice([
                "off", "aspspError", "timeout", "action", "lastAccount", "presence", "address",
            ]),
            "Enable Banking: 400 ASPSP_ERROR; 408; 401 ASPSP_PSU_ACTION_REQUIRED; the rows of the last "
                + "account fail; the bank demands headers of a person who is present, or the "
                + "person's address",
            "all seen"
        ),
    ]
}
