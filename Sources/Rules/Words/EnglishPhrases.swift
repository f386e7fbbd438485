extension EverydayWords {
    /// Longer English phrases, most of which say several parts of a rule at once.
    static let englishPhraseLines = """
        ^ send an/a alert/notification/message/warning when/if/whenever/about/for, ^ send alerts/notifications when/if/whenever =
        ^ raise/trigger/fire/create an/a alert/notification/alarm/warning when/if, ^ sound the alarm when/if, ^ i need to know when/if, ^ i should know when/if =
        and again every/each day, again every/each day, and then every/each day = remind every 1 day
        and again every/each week, again every/each week = remind every 1 week
        and again every/each hour, again every/each hour, and then every/each hour = remind every 1 hour
        and again every, again every = remind every
        once a/per day at/the most, only once a/per day, not more than once a/per day = at most once a day
        twice a/per day at/the most, twice a/per day at most, only twice a/per day = at most twice a day
        twice a/per week at most, only twice a/per week = at most twice a week
        twice a/per month at most, only twice a/per month = at most twice a month
        but at most/max <number> alerts/notifications/messages, but no/not more than <number> alerts/notifications/messages, not more than <number> alerts/notifications/messages = at most <number> times
        and don't/don’t repeat until, don't/don’t repeat until, and not again until, but not again until, not again until = until
        and don't/don’t repeat until it has been/gone/risen/climbed, and don't/don’t repeat until it is/gets/goes, and not again until it has been/gone/risen/climbed, and not again until it is/gets/goes, not again until it has been/gone/risen/climbed, not again until it is/gets/goes, don't/don’t repeat until it has been/gone/risen/climbed, don't/don’t repeat until it is/gets/goes = until
        until it has been/gone/risen/climbed, until it's/it’s been, until it rises/climbs/gets = until

        ^ i/we only have <money> left to spend, ^ only <money> left to spend = available at most <money>
        ^ i/we only have <money> left, ^ i/we have only <money> left = balance at most <money>
        ^ i/we have less than <money> left to spend, ^ less than <money> left to spend = available under <money>
        ^ only <money> left of the/my credit on/of <name>, ^ only <money> of the/my credit left on <name> = available on <name> at most <money>
        less than <money> left of the/my credit on/of <name>, under/below <money> left of the/my credit on/of <name> = available on <name> under <money>
        money/amount/cash left/remaining on/in/at <name> = balance of <name>
        money/amount left on/in my/our/the account, money/amount left is/drops/falls/goes/gets = balance
        money/amount left on/in any account, money/amount left on/in all accounts, money/amount left on/in all my/our/the accounts = balance of all accounts
        holds over/above = over
        holds under/below = under
        half of its/the/my credit limit, half of its/the/my limit = 50% of its credit limit
        its limit = its credit limit
        has less/lower money than a/one month ago, has less than a/one month ago = under its balance 1 month ago
        has less money than a/one week ago, has less than a/one week ago = under its balance 1 week ago
        has less money than a/one year ago, has less than a/one year ago = under its balance 1 year ago
        has more money than a/one month ago, has more than a/one month ago = over its balance 1 month ago
        has more money than a/one week ago, has more than a/one week ago = over its balance 1 week ago
        has more money than a/one year ago, has more than a/one year ago = over its balance 1 year ago
        will run out of money before, runs/run out of money before, will run/be empty before, runs/run dry before = is projected under 0 before
        will run/runs/run out of money by payday, will run/runs/run dry by payday = is projected under 0 before the next salary
        will run/runs/run out of money in = is projected under 0 in

        more than <money> has/have left <account>, over/above <money> has/have left <account> = new debit on <account> over <money>
        someone/somebody/anyone/anybody takes/took/moves/moved/pulls/pulled more than <money> out of <name>, someone/somebody/anyone/anybody takes/took/moves/moved over/above <money> out of <name> = new debit on <name> over <money>
        someone/somebody/anyone/anybody withdraws/withdrew more than <money> from <name>, someone/somebody/anyone/anybody withdraws/withdrew over/above <money> from <name> = new withdrawal on <name> over <money>
        more than <money> is/was/gets taken/moved/pulled out of/from <name>, over/above <money> is/was/gets taken/moved/pulled out of/from <name> = new debit on <name> over <money>
        ^ i/we get/got charged a fee, ^ i/we am/are/was/were charged a fee, ^ i'm/i’m/we're/we’re charged a fee, ^ the/my bank charges/charged/takes/took a fee = new fee
        ^ interest paid/credited/added to/on/into, ^ interest is/was/gets paid/credited/added to/on/into = new interest on
        ^ standing order executed/runs/ran/paid, ^ a/the standing order is/was executed/paid, ^ a/the standing order runs/ran = new debit of type standing order
        ^ direct debit executed/runs/ran/paid, ^ a/the direct debit is/was executed/paid = new debit of type direct debit
        that isn't/isn’t an/a own/internal transfer, that is not an/a own/internal transfer, that aren't/aren’t own/internal transfers, that are not own/internal transfers, which isn't/isn’t an/a own/internal transfer, unless it's/it’s an/a own/internal transfer, unless it is an/a own/internal transfer, own/internal transfers don't/don’t count, own/internal transfers excluded = except own transfers
        at/in/from a shop/store/place/merchant i've/i’ve never been to/in before, at/in/from a shop/store/place/merchant i have never been to/in before, at/in/from a shop/store/place/merchant i've/i’ve never been to/in, at/in/from a shop/store/place/merchant i have never been to/in = at a new merchant
        at/in/from a shop/store/place/merchant i haven't/haven’t used/visited before, at/in/from a shop/store/place/merchant i have not used/visited before, at/in/from somewhere i've/i’ve never been before, at/in/from somewhere i have never been before, somewhere i've/i’ve never been before, somewhere new = at a new merchant
        ^ shopping at/in a shop/store/place i have never been to/in before, ^ shopping at/in a shop/store/place i've/i’ve never been to/in before = new purchase at a new merchant
        ^ shopping at/in = new purchase at
        first-time/new/unknown merchant/shop/store charges/charged/takes/took, first-time/new/unknown merchant/shop/store charges/charged/takes/took me = new debit at a new merchant
        first-time merchant/shop/store = at a new merchant
        visits to/at <name> = purchases at <name>
        ^ i/we got/get signed up for a/an = new
        one/any of my/our/the subscriptions = subscription
        charged twice by = 2 debits at
        charged twice by the same merchant/shop/store/place = 2 debits at the same merchant
        ^ i/we forgot/forget to pay <shop>, ^ i've/i’ve/we've/we’ve forgotten to pay <shop>, ^ i/we have forgotten to pay <shop> = no debit at <shop>
        ^ i/we forgot/forget to pay, ^ i've/i’ve/we've/we’ve forgotten to pay, ^ i/we have forgotten to pay = no debit to

        is/are twice/double the usual, is/are twice/double what's/what’s usual/normal, is/are twice/double what is usual/normal, is/are twice/double the normal = is at least 200% of usual
        this month's/month’s spending, the/my spending for this month = spending this month
        this week's/week’s spending = spending this week
        this year's/year’s spending = spending this year
        today's/today’s spending = spending today
        on track/course to go over/above, on track/course to exceed/pass/top, heading to go over/above, heading past = on pace for over
        weekly report/overview of what i/we spent/spend, weekly report/overview of what i've/i’ve/we've/we’ve spent, weekly spending report/overview = summary of spending every monday at 08:00
        report/overview/summary of what i/we spent/spend/used, report/overview/summary of what i've/i’ve/we've/we’ve spent/used = summary of spending
        ^ all my/our/the balances, ^ balances of all my/our/the accounts = summary
        via vipps = containing 'Vipps'
        a.m = am
        p.m = pm
        on the <ordinal> of every/each month, every/each month the <ordinal> = every month on the <ordinal>
        """
}
