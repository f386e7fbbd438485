extension EverydayWords {
    /// Turns of phrase in canonical words that stand otherwise in the grammar; for every language.
    static let constructions = """
        <noun> settled
        ^ <noun> = new <noun>
        ^ pending <noun> = new pending <noun>
        ^ booked <noun> = new booked <noun>
        ^ <figure>
        ^ any/every/all/a/an <noun> = new <noun>
        ^ any/every/all/a/an new <noun> = new <noun>
        ^ new any/a/an <noun> = new <noun>
        ^ <noun> received/arrives/arrived/deposited/charged/paid/comes = new <noun>
        new <noun> received/arrives/arrived/deposited/charged/paid/posted/made = new <noun>
        ^ <noun> comes in, ^ <noun> has/have arrived/come, ^ <noun> is in/deposited/received/paid/charged = new <noun>
        ^ a <noun> is charged/received/paid/made, ^ a <noun> received/arrives = new <noun>
        ^ <noun> missing, ^ missing <noun> = no <noun>
        ^ <noun> came in, ^ <noun> came, ^ <noun> posted = new <noun>
        ^ first <noun> at a new merchant = new <noun> at a new merchant
        ^ new merchant $, ^ new shop/store $ = new purchase at a new merchant
        no <noun> has come/arrived, no <noun> came/arrived/received, no <noun> has been received/paid = no <noun>
        ^ <category> <noun> = new <noun> in category <category>
        new <category> <noun> = new <noun> in category <category>
        ^ any/every/all/a/an <category> <noun> = new <noun> in category <category>
        any <category> = new purchase in category <category>
        <category> spending = spending in category <category>
        ^ <category> <relation> <money> <window> = spending in category <category> <window> <relation> <money>
        spending this month <relation> last month = spending this month is <relation> spending last month
        spending this week <relation> last week = spending this week is <relation> spending last week
        spending this year <relation> last year = spending this year is <relation> spending last year
        spending this month is <relation> last month = spending this month is <relation> spending last month
        spending this week is <relation> last week = spending this week is <relation> spending last week
        spending this year is <relation> last year = spending this year is <relation> spending last year
        in category <category>
        <category> or <category>
        on/in/for/of/at <category> = in category <category>
        at/in a/an/any <category> = in category <category>

        ^ <name> <relation> = balance of <name> <relation>
        ^ <name> is <relation> = balance of <name> is <relation>
        ^ <name> is projected = balance of <name> is projected
        ^ <name> <figure> = <figure> of <name>
        <figure> in/for/at <name> = <figure> of <name>
        ^ any/each account <relation> = balance of any account <relation>
        ^ any/each account is <relation> = balance of any account is <relation>
        ^ both <name> and <other> <rest> = balance of <name> <rest> and balance of <other> <rest>
        both <name> and <other>
        ^ either <name> or <other> <rest> = balance of <name> <rest> or balance of <other> <rest>
        ^ <name> or <other> <relation> = balance of <name> or <other> <relation>
        ^ <name> and <other> together/combined, ^ sum/total of <name> and <other> = total balance of <name> and <other>
        ^ <name> and <other> in total, ^ <name> plus <other> = total balance of <name> and <other>
        ^ <name> owes <relation> <money> = credit used of <name> is <relation> <money>
        ^ <name> has <relation> <percent> left = available of <name> is <relation> <percent> of its credit limit
        ^ credit card has <relation> <percent> left = available is <relation> <percent> of its credit limit
        ^ <relation> <percent> of its credit limit left on/of <name> = available of <name> is <relation> <percent> of its credit limit
        ^ <relation> <money> on/in/of <name> = balance of <name> is <relation> <money>
        ^ <relation> <money> left on/in/of <name> = balance of <name> is <relation> <money>
        ^ <relation> <money> reached on <name> = balance of <name> is at least <money>
        ^ <relation> <number> <noun> <rest> = number of <noun> <rest> <relation> <number>
        exactly <money> = at least <money> and at most <money>

        ^ spends <relation> <money> <window> = spending <window> <relation> <money>
        ^ spends <relation> <money> a month <rest>, ^ spending <relation> <money> a month <rest> = spending <rest> this month <relation> <money>
        ^ spends <relation> <money> a week <rest>, ^ spending <relation> <money> a week <rest> = spending <rest> this week <relation> <money>
        ^ spends <relation> <money> a day <rest>, ^ spending <relation> <money> a day <rest> = spending <rest> today <relation> <money>
        ^ spends <relation> <money> = new purchase <relation> <money>
        ^ <name> price increase/rise/hike = new debit at <name*> over 0 % above the previous one
        ^ <name> price goes up, ^ <name> price rises/increases = new debit at <name*> over 0 % above the previous one
        ^ <name> is/gets/becomes more expensive = new debit at <name*> over 0 % above the previous one
        ^ price increase/rise at <name> = new debit at <name> over 0 % above the previous one
        over <percent> above the previous one
        over <money> above the previous one
        <percent> above the previous one = over <percent> above the previous one
        <money> above the previous one = over <money> above the previous one
        above the previous one = over 0 % above the previous one
        with <name> in text = containing <name>

        ^ duplicate/double <noun> $ = 2 <noun> of the same amount at the same merchant on the same day
        ^ duplicate/double <noun> on the same day = 2 <noun> of the same amount at the same merchant on the same day
        ^ duplicate/double <noun> at the same merchant = 2 <noun> of the same amount at the same merchant
        ^ duplicate/double <noun> within <duration> = 2 <noun> of the same amount at the same merchant within <duration>
        ^ of the same amount charged twice, ^ same amount charged twice = 2 debits of the same amount
        ^ charged twice = 2 debits

        by the <ordinal>
        by <ordinal> = by the <ordinal>
        on the <ordinal> by <hour> = by the <ordinal> at <hour>
        at <hour> = at <hour>
        only between <hour> and <end> = only between <hour> and <end>
        between <hour> and <end> = only between <hour> and <end>
        between <number> and <most> = at least <number> and at most <most>
        between <money> and <most> = at least <money> and at most <most>
        between <number> and <count> <currency> = at least <number> <currency> and at most <count> <currency>
        from <hour> to <end> = only between <hour> and <end>
        for over <duration>, for at least <duration>, for longer than <duration> = for <duration>
        by <money> within <duration> = by <money> in <duration>
        by over <money> within <duration> = by over <money> in <duration>
        by <money> in the last <duration> = by <money> in <duration>
        by over <money> in the last <duration> = by over <money> in <duration>
        projected <relation> <money> within <duration> = projected <relation> <money> in the next <duration>
        upcoming payments within <duration> = upcoming payments in the next <duration>
        ^ upcoming payments in the next <duration> $ = upcoming payments in the next <duration> are over 0
        summary weekly <weekday> = summary every <weekday>
        summary weekly every <weekday> = summary every <weekday>
        summary weekly on <weekday> = summary every <weekday>
        summary monthly on the <ordinal> = summary every month on the <ordinal>
        summary monthly every month on the <ordinal> = summary every month on the <ordinal>
        data is over <duration> old = data is older than <duration>
        when/if <figure> = while <figure>

        på <category> = in category <category>
        på a <category> = in category <category>
        på <account> = on <account>
        <figure> på/i <name> = <figure> of <name>
        <figure> på all accounts = <figure> of all accounts
        <figure> på any/each account = <figure> of any account
        transaction på <name> = transaction on <name>
        transactions på <name> = transactions on <name>
        credit på <name> = credit on <name>
        credits på <name> = credits on <name>
        debit på <name> = debit on <name>
        debits på <name> = debits on <name>
        salary på <name> = salary on <name>
        ^ <relation> <money> på <name> = balance of <name> is <relation> <money>
        ^ <relation> <money> igjen på <name> = balance of <name> is <relation> <money>
        """
}
