extension EverydayWords {
    /// English words of people for times, clauses, summaries, health and what lies ahead.
    static let englishTimeLines = """
        mins, min = minutes
        h, hr, hrs = hours
        d = days
        o'clock, o’clock =

        report, overview, digest, balance report/overview/summary, status report = summary
        spending/expense summary/report/overview, summary/report/overview of expenses/spendings = summary of spending
        every/each workday, every/each working day, on every weekday = every weekday
        per/by/each category, by categories, per categories = by category
        per merchant/shop/store, by shop/store/shops/stores/merchants = by merchant
        per account, by accounts = by account
        daily summary/overview/report/digest = summary every day
        daily balance summary/report/overview = summary every day
        weekly summary/overview/report/digest = summary weekly
        monthly summary/overview/report/digest = summary monthly
        weekly on, weekly every = every
        mondays, on mondays, every/each monday = every monday
        tuesdays, on tuesdays, every/each tuesday = every tuesday
        wednesdays, on wednesdays, every/each wednesday = every wednesday
        thursdays, on thursdays, every/each thursday = every thursday
        fridays, on fridays, every/each friday = every friday
        saturdays, on saturdays, every/each saturday = every saturday
        sundays, on sundays, every/each sunday = every sunday
        only on mondays = only on monday
        only on tuesdays = only on tuesday
        only on wednesdays = only on wednesday
        only on thursdays = only on thursday
        only on fridays = only on friday
        only on saturdays = only on saturday
        only on sundays = only on sunday
        every/each evening at <evening>, every/each night at <evening> = every day at <evening>
        daily, every/each morning, every/each evening, every night = every day
        on the first of every/each/the month = every month on the 1st
        send me my/the balances = summary
        on the <ordinal> of every/each/the month, every/each month on the <ordinal> = every month on the <ordinal>
        of the month, of each/every month =
        remind/repeat me daily/hourly, remind me every/each day, remind daily, remind/repeat every/each day = remind every 1 day
        remind me again every/each day = remind every 1 day
        remind me every/each week, remind/repeat every/each week, remind weekly = remind every 1 week
        remind me every/each hour, remind/repeat every/each hour = remind every 1 hour
        remind me every, remind me again every, repeat every, and remind me every = remind every
        on/only workdays/weekdays, on/only working days, only on workdays/weekdays, only on working days = only on weekdays
        on/at/only weekends, only at/on weekends, in/on the weekend, on the weekends = only on weekends
        until it is/goes/gets, until it's, until it’s, until it is back, until back, until again = until

        bank is/was down/offline/unavailable, bank not/isn't/isn’t reachable/available = bank is unreachable
        bank is not reachable/available/answering, bank does not answer/respond, bank doesn't/doesn’t answer/respond = bank is unreachable
        bank cannot be reached, bank can not be reached, bank can't/can’t be reached, bank stops answering = bank is unreachable
        bank has been unreachable/down/offline = bank is unreachable
        no contact with bank, no contact with the bank = bank is unreachable
        no data for, no new data for = data is older than
        data has not been updated for = data is older than
        login, log-in, sign in, bank login, consent = sign-in
        expires within = expires in less than
        expires in <number> = expires in less than <number>
        expires in a week = expires in less than 7 days
        notifications fail, notifications are not delivered/sent, notifications can't/can’t/cannot be delivered/sent = notifications are failing
        notifications can not be delivered/sent, alerts/notifications aren't/aren’t getting through, alerts/notifications are not getting through, notifications do not arrive, notifications don't/don’t arrive = notifications are failing

        drops/falls/decreases/declines/sinks/dropped/falls by, goes/went down by, has dropped/fallen/decreased by = dropped by
        drop/fall/decrease by = dropped by
        drops/falls/decreases/dropped/decreased more than, drops/falls/decreased by more than = dropped by over
        increases/rises/grows/increased/climbs/grew by, goes/went up by, has increased/risen/grown by = rose by
        increases/rises/grows/increased/rose more than = rose by over
        changes/moves/moved by, has changed by = changed by
        for an/one hour = for 1 hour
        for more/longer than an hour, for over an hour = for 1 hour
        for more/longer than a day, for over a day = for 1 day
        for more/longer than a week, for over a week = for 1 week
        for a/one whole day, for a/one day = for 1 day
        for a/one week = for 1 week
        in/within a day, in/within one day = in 1 day
        in/within a/one week = in 1 week
        in/within a/one month = in 1 month
        in/within an/one hour = in 1 hour
        will go/be/become/turn negative/overdrawn = is projected under 0
        will be, is expected/predicted/forecast/going to be = is projected
        won't/won’t last until/to, will not last until/to, runs out before, will run out before = is projected under 0 before
        payday, next salary/payday, the/my next payday = the next salary
        i'm/i’m on track/course to spend, i am on track to spend, on track/course to spend = spending on pace for
        will drop/fall/go/get below/under, is expected/predicted/forecast/going to drop/fall/go/get below/under = is projected under
        is expected/predicted/forecast/projected to be below/under, will be below/under = is projected under
        is projected to drop/fall/go/be below/under, projected to drop/fall/go/be below/under = is projected under
        ^ will my/the balance be/go/drop/fall below/under = balance is projected under

        bill/bills/payment/payments due in the next = upcoming payments in the next
        bill/bills/payment/payments due in/within = upcoming payments in the next
        upcoming bills/invoices = upcoming payments
        upcoming bill/payment/invoice = upcoming payments
        upcoming payments

        is/was/has/are made, has/have been made, is/are registered, takes place, happens, occurs =
        is/are/was/were/gets charged, is/are/was/were paid, is/was posted =
        and below/under = and under
        """
}
