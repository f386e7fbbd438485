extension EverydayWords {
    /// English words of people, with words of the grammar behind the `=`.
    static let englishLines = """
        ^ please =
        ^ notify/tell/alert/warn/inform/message/text/ping/email me when/if/whenever/once/about/of/on/that/for/to =
        ^ let me know when/if/about/whenever =
        ^ keep me posted/informed/updated when/if/whenever/about/on/of =
        ^ send me an/a alert/notification/message/warning/mail when/if/whenever/about/for =
        ^ send me a/the/an =
        ^ send me =
        ^ give me a/an =
        ^ i want to know when/if/about, i want an/a alert/notification when/if/for =
        ^ alert/notification/warning when/if/for =
        ^ when/if/whenever/once, ^ every/each/any time, ^ as soon as =
        the/my/our/your =
        ^ hi/hello, ^ could/can you =
        at all =
        must/should/shall not/never be/go/get/fall/drop, must/should/shall not/never, mustn't/mustn’t/shouldn't/shouldn’t be/go/get/fall/drop =
        in a foreign currency
        paid/pays/pay/sent/sends/send me/us = received
        no cash from, ^ still no cash from = no credit from
        restaurant bill/bills/meal/meals/visit/visits = restaurants purchase
        in one go =
        foreign currency, foreign-currency = in a foreign currency
        counting/starting/beginning from/on the <ordinal> = from the <ordinal>
        can spend, can still/actually/really spend, left to spend, spendable = available
        weekly spend, weekly expenses = spending this week
        monthly spend, monthly expenses = spending this month
        daily spend, daily expenses = spending today
        eating/dining out = restaurants
        grocery/food shopping = groceries
        above/over/more normal = over usual
        what's/what’s/what is usual/normal = usual
        normal = usual
        on weekends only, weekends only = only on weekends
        on weekdays only, weekdays only = only on weekdays
        in a single day, in one day = in 1 day
        recurring charge/debit/payment = subscription
        and up/upwards/over/above, or over/above/higher = or more
        or lower/below/under/fewer = or less
        at the/that same point/time last month, by this time last month = last month to the same day
        last month at this point, last month by now = last month to the same day
        last year at this point, last year by now = last year to the same day
        at the/that same point/time last year, by this time last year = last year to the same day
        expected/predicted/forecast/likely to, on course/track to = projected
        a day old = older than 1 day
        hold/holds, pending hold = reservation
        reserved = pending
        overdue, late, unpaid, not shown/turned up, failed to arrive = missing
        i/we/you pay = new debit
        dips/tumbles/slips/sinks/goes below/under, dipped/tumbled/slipped below/under, short of = under
        tops/topped/crosses/crossed/passed/exceeded/climbed/climbs past/above = over
        but only = only
        ^ still no = no
        of any kind, so far =
        drops/falls/goes/gets/sinks to, is down to, gets down to = is
        only tell/notify/alert me between, tell/notify/alert me only between = only between
        nag me every, nag every = remind every
        <name> account = <name>
        ^ i/we have, ^ there is/are, ^ i've/we've got =
        ^ overdrawn, ^ account/accounts/my overdrawn/negative, ^ the/my account is overdrawn/negative = balance under 0
        of/on/in/for my/the account =
        ^ my/the/an account = balance

        in the last
        in the next
        by the
        by the last
        by the last day
        by the last working day
        on the same day
        of the same amount
        at the same merchant
        above the previous one
        every month on the
        of type atm/fee/withdrawal/deposit/interest/refund/transfer/check/loan
        of type bill payment, of type direct debit, of type direct deposit, of type standing order
        in category cash/health/home
        category cash
        at a new merchant

        above/below its reservation
        expires in less than
        adds/add up to more than, add/adds up to over, sum/sums to more than = over
        more than, above, exceed, exceeds = over
        has less than, has below/under = under
        has more than, has above/over = over
        ^ i/we have less than <money>, ^ i/we have under/below <money> = balance under <money>
        lower/less/smaller than it was = under its balance
        higher/more/larger than it was = over its balance
        less/lower/smaller/fewer than or equal to, is less/lower/smaller than or equal to, at or below/under, below/under or at, equal to or less/lower than = at most
        more/greater/higher/larger than or equal to, is more/greater/higher/larger than or equal to, at or above/over, equal to or more/greater than = at least
        less than, below = under
        lower/less/smaller/fewer than, beneath = under
        drops/falls/goes/dips/sinks/drop/fall/go/gets below/under/beneath = under
        dropped/fallen/gone below/under, has dropped/fallen/gone below/under = under
        dropping/falling/going below/under = under
        is lower/less/smaller than = under
        greater/larger/higher/bigger than, exceeding, in excess of, surpasses, passes = over
        goes/rises/climbs/gets/go/rise over/above, is greater/larger/higher/bigger than = over
        has gone/risen over/above, going/rising over/above = over
        of more than, of over = over
        no less than, not less than, not under, not below, minimum, a minimum of, of at least = at least
        isn't/isn’t under/below, is not under/below, is not less than = at least
        reaches, reached, has reached, hits, hit, has hit = at least
        reaches/reached/hits/hit <debt>, has reached/hit <debt> = at most <debt>
        no more than, not more than, not over, not above, max, maximum, a maximum of, up to = at most
        isn't/isn’t over/above, is not over/above, is not more than, not exceeding = at most
        of exactly, exactly = exactly
        is/goes/gets/becomes negative, is/gets/goes overdrawn, has been overdrawn, in the red = under 0
        is in the red, goes into overdraft, is below zero = under 0
        zero = 0
        hundred = 100
        thousand = 1000
        <name> negative/overdrawn, <name> in overdraft, <name> in the red = <name> under 0
        two = 2
        three = 3
        four = 4
        five = 5
        six = 6
        seven = 7
        eight = 8
        nine = 9
        ten = 10
        percent, per cent = %
        kroner, crowns, norwegian kroner, norwegian crowns = NOK
        euro, euros = EUR
        dollar, dollars, us dollars = USD
        pound, pounds = GBP
        swedish kronor/kroner/crowns = SEK
        danish kroner/crowns = DKK

        account balance, bank balance, account's balance, account’s balance = balance
        available balance/funds/money/amount/credit, disposable = available
        low balance under/below = balance under
        low balance less than = balance under
        used credit, credit card debt, card debt = credit used
        credit card over/above <percent> used, credit card is over/above <percent> used = credit used over <percent> of its credit limit
        i owe more than <money> on my/the credit card, i owe over <money> on my/the credit card = credit used over <money>
        of the/my credit limit, of credit limit = of its credit limit
        of the/my/its limit = of its credit limit
        combined/total/summed balance, sum of balances = total balance
        total balance of/across/on/over/for all my/the accounts, total of all my/the accounts = total balance of all accounts
        total balance across/over/on/for all accounts, total of all accounts, sum of all accounts = total balance of all accounts
        combined balance of/across/on/over/for all accounts = total balance of all accounts
        any/one of my/the accounts, any of the/my/all accounts = any account
        all accounts but = all accounts except
        any account, each account, every account = any account
        ^ all accounts together/combined/summed, ^ all accounts in total, ^ all my accounts together/combined = total balance of all accounts
        all accounts

        expense, charge, money out, money going out, outgoing money/transaction/payment = debit
        expenses, charges, outgoings, outgoing transactions/payments = debits
        money leaves, money is withdrawn/taken from = debit on
        expenses/expenditure this = spending this
        expenses/expenditure today = spending today
        expenses/expenditure in the last = spending in the last
        deposit, money in, money coming in, incoming money/payment/transaction, payment in = credit
        deposits, incoming payments/transactions, payments in = credits
        payment received, received payment, money received, received money = credit
        payment from <name> received = new credit from <name>
        payment from <name> has not arrived/come, payment from <name> hasn't/hasn’t arrived/come, payment from <name> is/not missing/received, payment from <name> not arrived, payment from <name> late/overdue = credit from <name> missing
        payment not received from <name>, payment missing from <name> = credit from <name> missing
        money sent from <name> = credit from <name>
        payment from <name> arrives/comes, payment from <name> comes in, payment arrives/comes from <name> = new credit from <name>
        money is deposited/received, money comes in, money arrives, payment comes in = credit
        money comes/came/coming into my/the account = new credit
        anything over/above <money> leaves my/the account = new debit over <money>
        a client/customer pays me, someone/somebody/anyone/anybody pays me = new credit
        <name> pays $ = new credit from <name>
        i receive, i get, you receive, you get = new credit
        i receive money/payment, i get money = new credit
        incomes = income
        card payment, card purchase, card transaction, card charge = purchase
        card payments, card purchases, card transactions = purchases
        something bought, i buy/bought/purchase/purchased something/anything for, i bought for, i buy for, i buy something/anything = purchase
        pay at = purchase at
        pay to, pays to = debit to
        pay abroad = purchase in a foreign currency
        pay more/over <money> at, pay more than <money> at, pay over <money> at = purchase over <money> at
        wage, wages, pay, paycheck, paycheque, pay check, my/the wages/pay/paycheck = salary
        i get paid, you get paid, i am paid, i get my/the salary/wage/wages/pay = new salary
        direct deposit of salary = salary
        cash withdrawal, atm withdrawal, mini bank withdrawal, minibank withdrawal, cash, cash taken out, someone/somebody/anyone/anybody/i withdraws/withdrew/withdraw cash = withdrawal
        someone/somebody/i takes/took/take out cash, someone/somebody/i takes/took/take cash out = withdrawal
        cash withdrawals, atm withdrawals = withdrawals
        cash in, cash paid in, cash deposit, cash deposited = credit
        cash on/in <name> = balance of <name>
        bill, invoice, bill payment, invoice payment = payment
        bills, invoices, bill payments = payments
        bank fee, bank charge = fee
        subscriptions, a/any/every/each subscription = subscription
        a/any new subscription, a/any new recurring payment = new subscription
        subscription found/detected/started/begins, i start a subscription = new subscription
        subscription is/gets more expensive, subscription price increase/rise, subscription price goes up = subscription rose by over 0 %
        a/any/my/every/each subscription is/gets/becomes more expensive = subscription rose by over 0 %
        subscription price goes/went up by more than, subscription price goes/went up by over = subscription rose by over
        subscription price goes/went up by = subscription rose by
        subscription is late/overdue by, subscription is overdue for = subscription is missing for
        bank fees = fees
        ^ the/my bank charges/takes/charged/took a/an, ^ bank charges/takes/charged/took a/an = new
        ^ no money from/in = no credit from
        ^ nothing from = no credit from
        nothing happened/happens on, no activity/movement/movements on = no transaction on
        i send/transfer/pay money to, money sent to = new debit to
        transaction text mentions/contains/says = transaction containing
        someone/somebody/anyone/anybody takes/took/withdraws/withdrew cash from/out of = withdrawal from
        i've/i’ve used, i have used = spending
        i owe, owing, owe, owes = credit used
        together, combined, in total, sum of, total of = total
        for over <number>, for more/longer than <number>, for at least <number> = for <number>
        released/cancelled/canceled = dropped
        over/more than <number> hours old = older than <number> hours
        over/more than <number> days old = older than <number> days
        double, duplicate = duplicate
        ^ <name> price increase/rise/hike/rises/increases, ^ <name> price goes/went up, ^ <name> raised its price = new debit at <name*> over 0 % above the previous one
        ^ <name> is/gets/becomes/got more expensive = new debit at <name*> over 0 % above the previous one
        ^ price increase/rise at <name> = new debit at <name> over 0 % above the previous one
        ^ new merchant/shop/store $ = new purchase at a new merchant
        same amount = of the same amount
        comes/came/come/is/are in = received
        at once =
        with <name> in text/the text = containing <name>
        <name> charges/takes, <name> charges/takes me = debit at <name>
        sitting on = on
        but not at = except at
        but not from = except from
        but not to = except to
        but not in = except in
        but not on = except on
        not made, hasn't/hasn’t been made/paid, has not been made/paid = missing
        max/maximum <number> alerts/notifications/messages, at most <number> alerts/notifications/messages, no more than <number> alerts/notifications/messages = at most <number> times
        money from = credit from
        someone/somebody/anyone/anybody moves/takes/transfers/withdraws money out of/from, money is moved/taken/transferred out of/from = debit on
        ^ i haven't/haven’t paid, ^ i have not paid, ^ not paid to, ^ haven't/haven’t paid = no debit to
        i haven't/haven’t been paid, i have not been paid = no salary
        card used, card is used, someone/somebody/anyone/anybody uses card = purchase
        someone/somebody/anyone/anybody pays/paid with my/the card, someone/somebody/anyone/anybody uses/used my/the card = purchase
        ^ charged/debited, ^ i'm/i’m charged, ^ i am charged = new debit
        by/via direct debit = of type direct debit
        by/via standing order = of type standing order
        ^ direct debit, ^ a direct debit = new debit of type direct debit
        ^ standing order, ^ a standing order = new debit of type standing order
        ^ something/anything is paid/charged = new debit
        i get/receive a refund, money back = new refund
        new reservation = new pending debit
        reservation, a reservation, reservation of
        dropped/cancelled/canceled/released/expired reservation = reservation dropped
        reservation is cancelled/canceled/released/dropped/removed, reservation disappears/vanishes = reservation dropped
        a reservation is cancelled/canceled/released/dropped/removed, a reservation disappears/vanishes = reservation dropped
        ^ reservation older than, ^ reservation is older than, ^ a reservation older than = a reservation is older than
        reservation has been pending for more/longer than = a reservation is older than
        settled/booked for/at a different amount, settled/booked for/at another/other amount = settled at another amount

        abroad, in other countries, in another country, in foreign currency, in another currency = in a foreign currency
        in foreign currencies, in other currencies = in a foreign currency
        with/containing the text, with text, that contains/mentions, mentioning, with description = containing
        at/in/from a new shop/store/place/merchant, at/in new merchant/shop/store = at a new merchant
        at/in an/a unknown merchant/shop/store, at/in a shop/store/merchant i have never used/visited = at a new merchant
        at/in a shop/store/merchant i have never used/visited before, at/in/from a shop/store/merchant i've/i’ve never used/visited before, at/in/from a shop/store/merchant i've/i’ve never used/visited/bought = at a new merchant
        to/with/by a new merchant/shop/store = at a new merchant
        at/in/from the same shop/store/place, at same merchant/shop/store, from the same merchant = at the same merchant
        with/for the same amount, with/for/of same amount, of equal amount = of the same amount
        same day, on one day, on same day = on the same day
        unless it is, unless it's, unless it’s = except in
        without/excluding/except/ignoring/ignore/not own/internal transfers = except own transfers
        except for own/internal transfers, but not own/internal transfers, not counting own transfers = except own transfers
        without/excluding/except transfers between own/my accounts = except own transfers
        but not transfers between own/my accounts, but not transfers between my own accounts = except own transfers
        higher/more/larger/greater/above than the previous/last one, higher than before = above the previous one
        higher/more/larger/greater than last time, higher/more than the previous/last = above the previous one
        above the last one, above the previous = above the previous one

        last/past <number> = in the last <number>
        in/over/during/within/for the last/past <number> = in the last <number>
        in/over/during/within/for last/past <number>, the last/past <number> = in the last <number>
        in/over/during the past week, the past week, past week = in the last 1 week
        in/over/during the past month, the past month, past month = in the last 1 month
        in/over/during the past year, the past year = in the last 1 year
        the next <number>, next <number>, in next <number>, over/during/within the next <number> = in the next <number>
        per day, each day = this day
        per week, each week = this week
        per month, each month = this month
        per year, each year = this year
        once per, once a, once an, only once per/a, max once per/a, maximum once per/a = at most once a
        once each/every = at most once a
        once a/per day at most = at most once a day
        once a/per week at most = at most once a week
        once a/per month at most = at most once a month
        at most once a/per = at most once a
        at most twice a/per, twice a/per, max twice a/per, no more than twice a/per = at most twice a
        no more than once a/per = at most once a
        times per day/week/month/year
        daily spending = spending today
        weekly grocery/groceries spending = spending in category groceries this week
        monthly grocery/groceries spending = spending in category groceries this month
        weekly spending = spending this week
        monthly spending = spending this month
        yearly/annual spending = spending this year
        weekly income = income this week
        monthly income = income this month
        yearly/annual income = income this year
        total spending, spendings, spent, i spent, i have spent, i've spent, i’ve spent, you spent = spending
        have/has spent, someone has spent, you have spent = spending
        biggest, highest = largest

        grocery, groceries, supermarket, supermarkets = groceries
        dining = restaurants
        restaurant spending = restaurants spending
        restaurant purchase/purchases = restaurants purchase
        at/in a restaurant, at restaurant = at restaurants
        petrol, gas stations, gas station, petrol stations = fuel
        clothes = clothing
        betting = gambling

        before the = by the
        before = by
        by/before the end of the month, by/before end of month, by month end, by the end of month = by the last day
        by/before the last business/banking/work day, by/before the last weekday = by the last working day
        has not arrived/come/been, hasn't/hasn’t arrived/come, not received, not arrived, did not arrive = missing
        has not been received, is not received, not come, didn't/didn’t arrive/come, is missing = missing
        not in $, not paid in, not there = missing
        not in by/before = missing by
        not in my account, not in the account, not in yet = missing
        """
}
