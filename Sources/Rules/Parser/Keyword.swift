/// The phrases of the grammar that stand for nothing but themselves.
enum Keyword {
    static let new = Phrase("new", .body)
    static let no = Phrase("no", .body)
    static let summary = Phrase("summary", .body)
    static let reservationDropped = Phrase("reservation dropped", .body)
    static let aReservation = Phrase("a reservation", .body)
    static let total = Phrase("total", .body)
    static let spending = Phrase("spending", .figure)
    static let income = Phrase("income", .figure)
    static let numberOf = Phrase("number of", .figure)
    static let largest = Phrase("largest", .figure)
    static let upcomingPayments = Phrase("upcoming payments", .figure)
    static let bank = Phrase("bank", .body)
    static let data = Phrase("data", .body)
    static let signIn = Phrase("sign-in expires in less than", .body)
    static let notifications = Phrase("notifications are failing", .body)
    static let open = Phrase("(", .body, isShown: false)
    static let close = Phrase(")", .link, isShown: true)

    static let its = Phrase("its", .amount)
    static let ofIt = Phrase("of", .scope)
    static let onIt = Phrase("on", .scope)
    static let partOf = Phrase("of", .amount)
    // `is` and `are` may be left out before a comparison.
    static let isSo = Phrase("is", .comparison, isShown: false)
    static let areSo = Phrase("are", .comparison, isShown: false)
    static let unreachable = Phrase("unreachable", .condition)
    static let olderThan = Phrase("older than", .condition)
    static let projected = Phrase("projected", .condition, isShown: false)
    static let inTheNext = Phrase("in the next", .window)
    static let by = Phrase("by", .condition)
    static let within = Phrase("in", .condition)
    static let and = Phrase("and", .link)
    static let or = Phrase("or", .link)
    static let comma = Phrase(",", .link, isShown: false)
    static let orText = Phrase("or", .filter, isShown: false)
    static let anyAccount = Phrase("any account", .scope)
    static let eachAccount = Phrase("each account", .scope)
    static let allAccounts = Phrase("all accounts", .scope)
    static let except = Phrase("except", .scope)

    static let today = Phrase("today", .window)
    static let this = Phrase("this", .window)
    static let inTheLast = Phrase("in the last", .window)

    static let atNewMerchant = Phrase("at a new merchant", .filter)
    static let at = Phrase("at", .filter)
    static let from = Phrase("from", .filter)
    static let to = Phrase("to", .filter)
    static let containing = Phrase("containing", .filter)
    static let on = Phrase("on", .filter)
    static let inForeignCurrency = Phrase("in a foreign currency", .filter)
    static let inCategory = Phrase("in category", .filter)
    static let inCurrency = Phrase("in", .filter, isShown: false)
    static let ofType = Phrase("of type", .filter)
    static let exceptOwnTransfers = Phrase("except own transfers", .filter)
    static let abovePrevious = Phrase("above the previous one", .filter)

    static let settled = Phrase("settled", .settlement)
    static let aboveReservation = Phrase("above its reservation", .settlement)
    static let belowReservation = Phrase("below its reservation", .settlement)
    static let atAnotherAmount = Phrase("at another amount", .settlement)
    static let whileSo = Phrase("while", .filter)

    static let byThe = Phrase("by the", .deadline)
    static let byDay = Phrase("by", .deadline)
    static let lastDay = Phrase("last day", .deadline)
    static let lastWorkingDay = Phrase("last working day", .deadline)
    static let atTime = Phrase("at", .moment)
    static let everyDay = Phrase("every day", .moment)
    static let everyMonth = Phrase("every month on the", .moment)
    static let every = Phrase("every", .moment)
    static let withinTime = Phrase("within", .filter)
    static let onSameDay = Phrase("on the same day", .filter)

    static let hold = Phrase("for", .clause)
    static let until = Phrase("until", .clause)
    static let between = Phrase("between", .clause)
    static let onlyBetween = Phrase("only between", .clause)
    static let onlyOn = Phrase("only on", .clause)
    static let atMost = Phrase("at most", .clause)
    static let once = Phrase("once", .limit)
    static let twice = Phrase("twice", .limit)
    static let times = Phrase("times", .limit)
    static let per: [Phrase] = [
        Phrase("a", .unit), Phrase("an", .unit, isShown: false), Phrase("per", .unit),
    ]
    static let remindEvery = Phrase("remind every", .clause)
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
