extension EverydayWords {
    /// Turns of phrase in canonical words that stand otherwise in the grammar; for every language.
    static let constructionLines = """
        @names at from to of on in for text containing
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
        ^ <noun> came in, ^ <noun> came, ^ <noun> posted, ^ <noun> lands/landed, ^ <noun> gets paid/charged = new <noun>
        ^ first <noun> at a new merchant = new <noun> at a new merchant
        ^ new merchant $, ^ new shop/store $ = new purchase at a new merchant
        no <noun> has come/arrived, no <noun> came/arrived/received, no <noun> has been received/paid = no <noun>
        ^ <category> <noun> = new <noun> in category <category>
        new <category> <noun> = new <noun> in category <category>
        ^ any/every/all/a/an <category> <noun> = new <noun> in category <category>
        any <category> = new purchase in category <category>
        ^ <category> $ = new purchase in category <category>
        ^ <category> on <name> = new purchase in category <category> on <name>
        ^ <category> <relation> <money> at once, ^ <category> <relation> <money> in one go = new purchase in category <category> <relation> <money>
        ^ <relation> <money> in category <category> <window> = spending in category <category> <window> <relation> <money>
        ^ <relation> <money> spending <rest> = spending <rest> <relation> <money>
        ^ <relation> <money> inn <window> = income <window> <relation> <money>
        ^ payments <relation> <money> in the next <duration> = upcoming payments in the next <duration> are <relation> <money>
        ^ paces <relation> <money> on <category> this month = spending in category <category> this month is on pace for <relation> <money>
        ^ paces <relation> <money> <window> = spending <window> is on pace for <relation> <money>
        ^ spends <relation> usual on <category> <window> = spending in category <category> <window> is <relation> usual
        ^ spends <relation> usual <window> = spending <window> is <relation> usual
        ^ monthly <category> budget of/is/max <money>, ^ monthly budget of <money> for/on <category> = spending in category <category> this month is over <money>
        ^ weekly <category> budget of/is/max <money>, ^ weekly budget of <money> for/on <category> = spending in category <category> this week is over <money>
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
        ^ <name> <relation> <money> or <other> <rest> = balance of <name> <relation> <money> or balance of <other> <rest>
        ^ <name> <relation> <money> and <other> <rest> = balance of <name> <relation> <money> and balance of <other> <rest>
        ^ both <name> <relation> <money> and <other> <rest> = balance of <name> <relation> <money> and balance of <other> <rest>
        while <name> is <relation>, while <name> <relation> = while balance of <name> is <relation>
        <money> or less, <money> or below/lower/under = at most <money>
        <money> or more, <money> or above/higher/over = at least <money>
        ^ <number> or more <noun> <rest> = number of <noun> <rest> at least <number>
        ^ <name> hasn't/hasn’t charged me <rest>, ^ <name> has not charged me <rest> = no debit at <name> <rest>
        ^ <name> hasn't/hasn’t paid me <rest>, ^ <name> has not paid me <rest> = no credit from <name> <rest>
        ^ <name> charges/takes <relation> <money>, ^ <name> charges me <relation> <money> = new debit at <name> <relation> <money>
        ^ <name> summary = summary of <name>
        ^ all accounts together = total balance of all accounts
        ^ total fees <window> = spending of type fee <window>
        ^ fees <relation> <money> <window> = spending of type fee <window> <relation> <money>
        ^ <name> payment/bill is over <percent> above the previous one = new payment at <name> over <percent> above the previous one
        ^ <relation> <money> at once at <name>, ^ <relation> <money> at <name> = new purchase at <name> <relation> <money>
        ^ anything/everything <relation> <money> leaving <name> = new debit <relation> <money> on <name>
        ^ anything/everything <relation> <money> going out = new debit <relation> <money>
        ^ payments in the next <duration> <relation> <money> = upcoming payments in the next <duration> are <relation> <money>
        ^ spending <relation> <percent> of its credit limit på/on <name> = credit used of <name> is <relation> <percent> of its credit limit
        ^ <relation> <percent> igjen/left of its credit limit = available is <relation> <percent> of its credit limit
        ^ spends <relation> usual på <category> <window> = spending in category <category> <window> is <relation> usual
        ^ <noun> to <name> missing = no <noun> to <name>
        ^ <noun> from <name> missing = no <noun> from <name>
        by <hour> on the last working day = by the last working day at <hour>
        projected <relation> <money> by the last day = projected <relation> <money> until the end of the month
        ^ owes <relation> <money> på/on <name> = credit used of <name> is <relation> <money>
        ^ a/en reservation <relation> <money> is released/dropped/cancelled/canceled, ^ a/en reservation <relation> <money> dropped = reservation dropped <relation> <money>
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
        ^ <name> is/gets/becomes/got more expensive, ^ <name> price went up, ^ <name> raised its price = new debit at <name*> over 0 % above the previous one
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
