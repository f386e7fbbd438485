/// The sentences that the rule language promises to understand.
public enum RuleSentences: Sendable {
    /// The two sentences that must work exactly as written, and the list of section 2.
    public static let binding: [String] = [
        "balance under 100 NOK",
        "new debit over 500",
        "available under 10% of its credit limit",
        "balance of 'Brukskonto' under 100 NOK, until over 150 NOK, for 30 minutes",
        "new purchase over 200 kr at 'REMA*', only between 07:00 and 22:00",
        "debit settled 10% above its reservation",
        "reservation dropped over 500 NOK",
        "a reservation is older than 8 days",
        "balance of Brukskonto is projected under 0 NOK in the next 7 days",
        "sign-in expires in less than 14 days",
        "summary of all accounts every monday at 08:00",
        "new salary over 20 000 NOK",
        "new debit over 500 except own transfers",
        "new purchase at 'REMA*' or 'KIWI*' over 300",
        "spending in category groceries or restaurants this month is over 6000 NOK",
        "balance of 'Brukskonto' is under 100 NOK, until over 150 NOK, at most once a day",
    ]

    /// Twenty alerts that people ask for, one per shape.
    public static let twenty: [String] = [
        "balance of \"Brukskonto\" is under 100 NOK",
        "available on \"Kredittkort\" is under 10% of its credit limit",
        "new debit over 500 NOK on any account",
        "new debit at \"VINMONOPOLET*\"",
        "no credit over 20 000 NOK from \"Acme*\" by the 15th",
        "spending this month is over 8000 NOK",
        "balance of \"Sparekonto\" dropped by more than 5000 NOK in 24 hours",
        "2 debits of the same amount at the same merchant on the same day",
        "upcoming payments in the next 7 days exceed available on \"Brukskonto\"",
        "total balance of all accounts is under 20 000 NOK",
        "balance of \"Brukskonto\" is under 100 NOK, until over 150 NOK",
        "new debit over 500 NOK, only between 07:00 and 22:00",
        "spending today is over 1000 NOK, at most once a day",
        "data is older than 6 hours",
        "bank unreachable for 1 hour",
        "balance of any account is under 500 NOK for 2 hours, remind every 1 day",
        "new purchase in a foreign currency",
        "number of purchases today is over 5",
        "new debit at \"Netflix*\" more than 5% above the previous one",
        "new debit over 200 NOK at a new merchant",
    ]

    /// Fourteen sentences that combine forms.
    public static let combined: [String] = [
        "balance of 'Brukskonto' is under 3000 NOK and upcoming payments in the next 3 days "
            + "are over 0 NOK",
        "new debit over 500 NOK while balance of 'Brukskonto' is under 1000 NOK, "
            + "only on weekdays",
        "no debit at 'Hafslund*' by the 20th",
        "spending at 'VINMONOPOLET*' in the last 30 days is over 2000 NOK, at most twice a month",
        "no transaction on 'Brukskonto' in the last 14 days",
        "3 purchases over 1000 NOK at the same merchant within 1 hour",
        "new credit from 'Acme*', only between 22:00 and 07:00",
        "new debit at most 50 NOK, at most 3 times a day",
        "(balance of Bruks is under 1 NOK or balance of Felles is under 1 NOK) and available on "
            + "'Kredittkort' is under 5% of its credit limit",
        "total available of all accounts except 'Sparekonto' is at least 50 000 NOK",
        "2 debits of the same amount at the same merchant within 10 minutes",
        "no credit over 20 000 NOK from 'Acme*' by the last working day at 12:00",
        "no debit at 'Husleie*' by monday at 09:00",
        "no credit from 'NAV' by the 20th at 18:00, at most once a month",
    ]

    /// Further forms of the grammar that none of the lists shows.
    public static let further: [String] = [
        "no salary by the first monday at 12:00",
        "no credit from 'Skatteetaten' by the 1st of march",
        "no payment at 'Gjensidige*' every quarter by the 15th",
        "no debit within 3 days of the last working day of december",
        "no salary every 2 weeks",
        "spending this month is over 120% of spending last month to the same day",
        "balance is under its balance 30 days ago",
        "total balance is under 90% of total balance of all accounts 1 year ago",
        "spending in category groceries this week is over 150% of usual",
        "spending yesterday over 500",
        "balance of Brukskonto is projected under 0 NOK before the next salary",
        "available is projected under 500 until the end of the month from the 25th",
        "upcoming payments until the end of the week are over 5000",
        "income last month from the 25th is under 20 000 NOK",
        "spending this month from the 25th is on pace for over 6000 NOK",
        "summary of spending by category every monday at 08:00",
        "summary of spending on 'Felles' except at 'REMA*' last month every month on the 5th at 20:00",
        "summary of spending by merchant in the last 30 days every weekday at 07:30",
        "new subscription over 100 NOK",
        "subscription rose by over 5% on Brukskonto",
        "subscription rose by 20 NOK or new subscription at 'Netflix*'",
        "subscription is missing for 3 days in category digital",
        "notifications are failing",
        "new pending debit over 500 NOK",
        "new booked debit containing 'husleie' or 'leie'",
        "debit settled at another amount on 'Brukskonto'",
        "payment settled 2.5% below its reservation over 100 kr",
        "largest withdrawal on each account this year is at least 5000",
        "income on 'Brukskonto' this week is at most 100 NOK",
        "number of transfers to 'Sparekonto' in the last 2 months under 1",
        "new transaction of type standing order in NOK",
        "new purchase in category 5411 or gambling at least 1 kr",
        "new debit over 50 NOK above the previous one at Spotify",
        "credit used of 'Kredittkort' over 80% of its credit limit, remind every 1 week",
        "balance of 'A' under available on 'B'",
        "available rose by 10% in 1 day",
        "summary every day at 7:30",
        "summary of 'Brukskonto' every month on the 1st at 08:00",
        "data of 'Brukskonto' is older than 2 days, only on saturday",
        "no credit by the last day",
        "total credit used >= 10 000 kr",
        "balance < 100 for 1 hour until > 150 between 07:00 and 24:00",
    ]

    /// All of them.
    public static let all = binding + twenty + combined + further
}
