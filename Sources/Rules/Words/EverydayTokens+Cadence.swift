/// How often and when notifications may come, as people ask for it behind a sentence.
///
/// Examples: `…, but write me only at weekends`, `…, one message a day is plenty`,
/// `…, men si fra høyst én gang i uka`.
extension EverydayTokens {
    /// The tokens with each such request in the words of a clause.
    ///
    /// A request begins at a comma, `and` or `but`, and says nothing else.
    static func withCadence(_ tokens: [Token]) -> [Token] {
        var tokens = tokens
        for place in tokens.indices.dropLast().reversed() where place > 0 {
            guard Cadence.starts.contains(tokens[place].folded) else { continue }
            let end =
                tokens[(place + 1)...].firstIndex { $0.text == "," || $0.kind == .end }
                ?? tokens.endIndex
            let request = tokens[(place + 1)..<end]
            guard let clause = Cadence.clause(of: Array(request)) else { continue }
            let start = tokens[place - 1].text == "," ? place - 1 : place
            let comma = Token(kind: .sign, text: ",", span: tokens[place].span)
            tokens.replaceSubrange(start..<end, with: [comma] + clause)
        }
        return tokens
    }
}

/// The words of one request.
private struct Cadence {
    static let starts: Set = [",", "and", "but", "og", "men"]

    private var count: Int?
    private var unit: String?
    /// Whether `a`, `per` or `every` is before the unit.
    private var isPer = false
    private var isMost = false
    private var isEach = false
    private var isAgain = false
    private var isAsking = false
    private var isTimed = false
    /// Whether a word says nothing, as is only usual in a request.
    private var isIdle = false
    private var isNorwegian = false

    /// The clause that a request asks for; `nil` if it says anything else, or nothing of it.
    static func clause(of request: [Token]) -> [Token]? {
        guard let first = request.first, let last = request.last else { return nil }
        let span = first.span.lowerBound..<last.span.upperBound
        var cadence = Cadence()
        for (place, token) in request.enumerated() {
            if let days = cadence.onlyDays(request[place...], span) { return days }
            guard cadence.takes(token, in: request, at: place) else { return nil }
        }
        return cadence.words.map { tokens(of: $0, span) }
    }

    private static func tokens(of words: String, _ span: Range<Int>) -> [Token] {
        Lexer.tokens(of: words).dropLast().map { $0.moved(to: span) }
    }

    private var words: String? {
        guard let unit, !isIdle || isAsking || isAgain else { return nil }
        let number = count ?? 1
        if isAgain && (isEach || isPer) || isEach && isAsking && !isMost {
            let units = number == 1 ? unit : unit + "s"
            guard isNorwegian else { return "remind every \(number) \(units)" }
            guard let word = Self.norwegianUnits[unit]?[number == 1 ? 0 : 1] else { return nil }
            return "påminn hver \(number) \(word)"
        }
        guard isPer, isMost || isAsking, isTimed || isAsking, !isEach || isMost else { return nil }
        guard isNorwegian else {
            let times = [1: "once", 2: "twice"][number] ?? "\(number) times"
            return "at most \(times) a \(unit)"
        }
        let times = number == 1 ? "én gang" : "\(number) ganger"
        return Self.norwegianUnits[unit].map { "høyst \(times) \($0[2])" }
    }

    /// The units in Norwegian: one of it, several, and how often is said of it.
    private static let norwegianUnits = [
        "day": ["dag", "dager", "om dagen"], "week": ["uke", "uker", "i uken"],
        "month": ["måned", "måneder", "i måneden"], "hour": ["time", "timer", "i timen"],
    ]

    /// The clause on hours or days behind `only`.
    private func onlyDays(_ rest: ArraySlice<Token>, _ span: Range<Int>) -> [Token]? {
        guard let only = rest.first, ["only", "bare", "kun"].contains(only.folded) else {
            return nil
        }
        let (said, between) = only.folded == "only" ? ("only ", "between") : ("bare ", "mellom")
        if let start = rest.firstIndex(where: { $0.folded == between }) {
            let isAllIdle = rest[..<start].dropFirst().allSatisfy { Self.isFiller($0.folded) }
            return isAllIdle ? Self.tokens(of: said, span) + rest[start...] : nil
        }
        // Only a request has idle words; elsewhere, one may be a misspelling.
        let isRequest = isAsking || rest.dropFirst().contains { Self.isRequest($0.folded) }
        let words = rest.dropFirst().filter {
            $0.folded != "the" && !(isRequest && Self.isFiller($0.folded))
        }
        let days = words.drop { ["on", "in", "at", "på", "i"].contains($0.folded) }
        guard let first = days.first?.folded else { return nil }
        let language = only.folded == "only" ? EverydayWords.english : EverydayWords.norwegian
        guard days.count == 1, let day = Self.days[first] ?? first as String?,
            Self.days[first] != nil || language[.calendar].contains(first)
        else { return nil }
        let place = only.folded == "only" ? "on " : day.hasPrefix("helg") ? "i " : "på "
        return Self.tokens(of: said + place + day, span)
    }

    private static let days = [
        "weekend": "weekends", "weekday": "weekdays", "workdays": "weekdays",
        "virkedager": "hverdager", "helg": "helger", "helgen": "helger", "helga": "helger",
        "helgene": "helger",
    ]

    /// Whether a word asks for a notification.
    private static func isRequest(_ word: String) -> Bool {
        [.asking, .saying].contains { EverydayWords.list($0).contains(word) }
    }

    private static func isFiller(_ word: String) -> Bool {
        isRequest(word) || [.idle, .when].contains { EverydayWords.list($0).contains(word) }
    }

    private static let most: Set = [
        "most", "max", "maximum", "plenty", "enough", "høyst", "maks", "maksimalt",
        "holder", "rekker", "only", "bare", "kun",
    ]
    private static let again: Set = [
        "again", "repeat", "remind", "nag", "reminder", "reminders", "igjen", "påminnelse",
        "påminn", "minn", "gjenta", "purr", "mas",
    ]
    private static let denials: Set = ["no", "not", "don't", "don’t", "ikke"]
    private static let compared = denials.union(["more", "often", "oftener", "mer", "oftere"])
    private static let each: Set = ["every", "each", "hver", "hvert", "annenhver"]
    private static let per: Set = ["a", "an", "per", "pr", "i", "om"]
    /// The words before a unit in English.
    private static let englishPer: Set = ["a", "an", "per", "each", "every"]
    private static let times: Set = ["times", "gang", "ganger", "once", "twice"]

    /// Takes one word; whether it belongs to a request.
    private mutating func takes(_ token: Token, in request: [Token], at place: Int) -> Bool {
        let (word, former) = (token.folded, place > 0 ? request[place - 1].folded : "")
        if case .number = token.kind { return takes(Int(token.text)) }
        if case .ordinal(let number, _) = token.kind { return isEach && takes(number) }
        if let number = Self.numbers[word], !Self.ranks.contains(word) || isEach {
            isTimed = isTimed || Self.times.contains(word)
            return takes(number)
        }
        if word == "time", count == 1, !isEach {
            isTimed = true
            return true
        }
        // `time` is an hour in `hver time`, and not in `one time per day`.
        let isHour = word == "time" && isNorwegian && isEach
        if let found = isHour ? "hour" : Self.units[word] {
            return takes(unit: found, word, behind: former)
        }
        if Self.each.contains(word) {
            (isEach, isNorwegian) = (true, isNorwegian || !word.hasPrefix("e"))
            return word != "annenhver" || takes(2)
        }
        let isDenied = request.count { Self.denials.contains($0.folded) } == 1
        switch word {
        case "than", "enn": isMost = isDenied
        case _ where Self.compared.contains(word):
            return isDenied && request[place...].contains { ["than", "enn"].contains($0.folded) }
        case _ where Self.most.contains(word): isMost = true
        case _ where Self.again.contains(word): isAgain = true
        case _ where Self.times.contains(word): isTimed = true
        case _ where Self.isRequest(word): isAsking = true
        case _ where Self.per.contains(word) || ["at", "the", "."].contains(word): break
        default:
            isIdle = true
            return Self.isFiller(word)
        }
        return word != "enn" && word != "than" || isDenied
    }

    private mutating func takes(_ number: Int?) -> Bool {
        guard let number, count == nil, (1...99).contains(number) else { return false }
        count = number
        return true
    }

    private mutating func takes(unit found: String, _ word: String, behind former: String) -> Bool {
        guard unit == nil else { return false }
        unit = found
        let isEnglish = word.hasPrefix(found) || word.hasSuffix("ly")
        isNorwegian = isNorwegian || !isEnglish
        isPer =
            word.hasSuffix("ly")
            || Self.englishPer.contains(former) == isEnglish
                && (Self.per.contains(former) || Self.each.contains(former))
        isEach = isEach || word.hasSuffix("ly")
        return true
    }

    private static let units = [
        "day": "day", "days": "day", "daily": "day", "dag": "day", "dagen": "day", "dager": "day",
        "døgn": "day", "døgnet": "day", "week": "week", "weeks": "week", "weekly": "week",
        "uke": "week", "uka": "week", "uken": "week", "uker": "week", "month": "month",
        "months": "month", "monthly": "month", "måned": "month", "måneden": "month",
        "hour": "hour", "hours": "hour", "hourly": "hour", "timen": "hour", "timer": "hour",
    ]

    private static let numbers = [
        "once": 1, "twice": 2, "one": 1, "en": 1, "én": 1, "ett": 1, "two": 2, "andre": 2,
        "annen": 2, "second": 2, "other": 2, "three": 3, "tre": 3, "tredje": 3, "third": 3,
        "four": 4, "fire": 4, "fjerde": 4, "five": 5, "fem": 5, "femte": 5, "six": 6, "seks": 6,
        "sjette": 6, "twelve": 12, "tolv": 12,
    ]
    /// The numbers that only follow `every`: `every other day`.
    private static let ranks: Set = [
        "andre", "annen", "second", "other", "tredje", "third", "fjerde", "femte", "sjette",
    ]
}
