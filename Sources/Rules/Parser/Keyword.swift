/// The phrases of the grammar that stand for nothing but themselves.
enum Keyword {
    /// Starts an event.
    static let new = Phrase("new", .body)
    /// Starts an absence.
    static let no = Phrase("no", .body)
    /// Starts a summary.
    static let summary = Phrase("summary", .body)
    /// Starts an event about reservations that go away.
    static let reservationDropped = Phrase("reservation dropped", .body)
    /// Starts a condition on the age of reservations.
    static let aReservation = Phrase("a reservation", .body)
    /// Starts a sum over accounts.
    static let total = Phrase("total", .body)
    /// The sum of money spent.
    static let spending = Phrase("spending", .figure)
    /// The sum of money earned.
    static let income = Phrase("income", .figure)
    /// Starts a count.
    static let numberOf = Phrase("number of", .figure)
    /// Starts a maximum.
    static let largest = Phrase("largest", .figure)
    /// What is planned to be paid.
    static let upcomingPayments = Phrase("upcoming payments", .figure)
    /// Starts a condition on the connection.
    static let bank = Phrase("bank", .body)
    /// Starts a condition on the age of figures.
    static let data = Phrase("data", .body)
    /// Starts a condition on the sign-in.
    static let signIn = Phrase("sign-in expires in less than", .body)
    /// The condition on delivery.
    static let notifications = Phrase("notifications are failing", .body)
    /// Opens a group.
    static let open = Phrase("(", .body, isShown: false)
    /// Closes a group.
    static let close = Phrase(")", .link, isShown: true)

    /// Another figure of the left side's account.
    static let its = Phrase("its", .amount)
    /// Names the accounts of a figure.
    static let ofIt = Phrase("of", .scope)
    /// Names the accounts of a figure as well.
    static let onIt = Phrase("on", .scope)
    /// Stands between a percentage and what it is a part of.
    static let partOf = Phrase("of", .amount)
    /// May be left out before a comparison.
    static let isSo = Phrase("is", .comparison, isShown: false)
    /// May be left out before a comparison as well.
    static let areSo = Phrase("are", .comparison, isShown: false)
    /// What a bank may be.
    static let unreachable = Phrase("unreachable", .condition)
    /// Stands before an age.
    static let olderThan = Phrase("older than", .condition)
    /// Makes a level a forecast.
    static let projected = Phrase("projected", .condition, isShown: false)
    /// Stands before the time ahead.
    static let inTheNext = Phrase("in the next", .window)
    /// Stands before the size of a change.
    static let by = Phrase("by", .condition)
    /// Stands before the time of a change.
    static let within = Phrase("in", .condition)
    /// Joins conditions that must all hold.
    static let and = Phrase("and", .link)
    /// Joins conditions of which one must hold.
    static let or = Phrase("or", .link)
    /// May stand before a clause.
    static let comma = Phrase(",", .link, isShown: false)
    /// Joins texts and categories.
    static let orText = Phrase("or", .filter, isShown: false)
    /// Every account by itself.
    static let anyAccount = Phrase("any account", .scope)
    /// Every account by itself as well.
    static let eachAccount = Phrase("each account", .scope)
    /// All accounts together.
    static let allAccounts = Phrase("all accounts", .scope)
    /// Stands before accounts that are left out.
    static let except = Phrase("except", .scope)

    /// The window of the current day.
    static let today = Phrase("today", .window)
    /// Starts the window of a current period.
    static let this = Phrase("this", .window)
    /// Starts a window up to now.
    static let inTheLast = Phrase("in the last", .window)

    /// The filter for first purchases.
    static let atNewMerchant = Phrase("at a new merchant", .filter)
    /// Stands before merchants.
    static let at = Phrase("at", .filter)
    /// Stands before who pays.
    static let from = Phrase("from", .filter)
    /// Stands before who is paid.
    static let to = Phrase("to", .filter)
    /// Stands before parts of texts.
    static let containing = Phrase("containing", .filter)
    /// Stands before accounts in a filter.
    static let on = Phrase("on", .filter)
    /// The filter for purchases abroad.
    static let inForeignCurrency = Phrase("in a foreign currency", .filter)
    /// Stands before categories.
    static let inCategory = Phrase("in category", .filter)
    /// Stands before a currency in a filter.
    static let inCurrency = Phrase("in", .filter, isShown: false)
    /// Stands before a bank's kind of transaction.
    static let ofType = Phrase("of type", .filter)
    /// The filter against own transfers.
    static let exceptOwnTransfers = Phrase("except own transfers", .filter)
    /// Makes an amount one beyond the last time.
    static let abovePrevious = Phrase("above the previous one", .filter)

    /// Makes a noun an event about bookings.
    static let settled = Phrase("settled", .settlement)
    /// Stands behind how much more was booked.
    static let aboveReservation = Phrase("above its reservation", .settlement)
    /// Stands behind how much less was booked.
    static let belowReservation = Phrase("below its reservation", .settlement)
    /// Any other amount at booking.
    static let atAnotherAmount = Phrase("at another amount", .settlement)
    /// Joins a condition to an event.
    static let whileSo = Phrase("while", .filter)

    /// Stands before a day of the month.
    static let byThe = Phrase("by the", .deadline)
    /// Stands before a weekday.
    static let byDay = Phrase("by", .deadline)
    /// The last day of a month.
    static let lastDay = Phrase("last day", .deadline)
    /// The last working day of a month.
    static let lastWorkingDay = Phrase("last working day", .deadline)
    /// Stands before a time of day.
    static let atTime = Phrase("at", .moment)
    /// The daily recurrence.
    static let everyDay = Phrase("every day", .moment)
    /// Stands before the day of a monthly recurrence.
    static let everyMonth = Phrase("every month on the", .moment)
    /// Stands before the weekday of a weekly recurrence.
    static let every = Phrase("every", .moment)
    /// Stands before the time of a repetition.
    static let withinTime = Phrase("within", .filter)
    /// The closeness of one day.
    static let onSameDay = Phrase("on the same day", .filter)

    /// Starts the clause on how long it must last.
    static let hold = Phrase("for", .clause)
    /// Starts the clause on when it is over.
    static let until = Phrase("until", .clause)
    /// Starts the clause on hours.
    static let between = Phrase("between", .clause)
    /// Starts the clause on hours as well.
    static let onlyBetween = Phrase("only between", .clause)
    /// Starts the clause on weekdays.
    static let onlyOn = Phrase("only on", .clause)
    /// Starts the clause on how often.
    static let atMost = Phrase("at most", .clause)
    /// One time.
    static let once = Phrase("once", .limit)
    /// Two times.
    static let twice = Phrase("twice", .limit)
    /// Stands behind a number of times.
    static let times = Phrase("times", .limit)
    /// Stand before the period of a limit.
    static let per: [Phrase] = [
        Phrase("a", .unit), Phrase("an", .unit, isShown: false), Phrase("per", .unit),
    ]
    /// Starts the clause on reminders.
    static let remindEvery = Phrase("remind every", .clause)
    /// Stands between two times of day.
    static let andTime = Phrase("and", .moment)

    /// Every word that can't be a name without quotes: the words of all fixed phrases and tables.
    ///
    /// Names of categories and transaction types are not among them; they have their own places.
    static let words: Set<String> = {
        var words: Set<String> = ["only", "kr", "st", "nd", "rd", "th"]
        for phrase in fixed + per { words.formUnion(phrase.words) }
        func add<Value>(_ table: Vocabulary.Table<Value>) {
            for entry in table { words.formUnion(entry.phrase.words) }
        }
        add(Vocabulary.relations)
        add(Vocabulary.figures)
        add(Vocabulary.nouns)
        add(Vocabulary.units)
        add(Vocabulary.dayKinds)
        add(Vocabulary.directions)
        add(Vocabulary.likenesses)
        add(Vocabulary.stages)
        return words
    }()

    private static let fixed: [Phrase] = [
        new, no, summary, reservationDropped, aReservation, total, spending, income, numberOf,
        largest, upcomingPayments, bank, data, signIn, notifications, its, ofIt, onIt, isSo,
        areSo, unreachable, olderThan, projected, inTheNext, by, within, and, or, anyAccount,
        eachAccount, allAccounts, except, today, this, inTheLast, atNewMerchant, at, from, to,
        containing, inForeignCurrency, inCategory, ofType, exceptOwnTransfers, abovePrevious,
        settled, aboveReservation, belowReservation, atAnotherAmount, whileSo, byThe, lastDay,
        lastWorkingDay, everyDay, everyMonth, withinTime, onSameDay, hold, until, onlyBetween,
        onlyOn, atMost, once, twice, times, remindEvery,
    ]
}
