import Finance

/// How one bank writes a list of transactions as separated values.
public struct CSVProfile: Sendable, Hashable {
    /// The facts that profiles find in columns; raw values are the settings keys.
    enum Column: String, Sendable, CaseIterable {
        case date
        /// The day of booking, if it has a column of its own.
        case posted
        case text
        /// With its sign.
        case amount
        case incoming = "in"
        /// Money out, whatever its sign.
        case outgoing = "out"
        /// The accounts that money went to and came from: one of them is the person's own.
        case toAccount = "to"
        case fromAccount = "from"
        case toName
        case fromName
        case currency
        case balance
        case status
        /// The bank's word for the kind of transaction.
        case kind
        case foreignAmount
        case foreignCurrency
        /// The bank's number of the movement.
        case reference
        /// The person's own account, in profiles of people.
        case account
    }

    /// The possible names of a column.
    private struct ColumnNames: Sendable, Hashable {
        let column: Column
        let names: [FoldedText]
        let isOptional: Bool
    }

    /// How a date is written: `dd.MM.yyyy`.
    public struct DateFormat: Sendable, Hashable {
        private let pattern: [UInt8]

        /// `nil` unless day, month and a year of four digits occur once each.
        public init?(_ text: String) {
            pattern = Array(text.utf8)
            guard let day = CalendarDay(isoText: "2026-03-06"), read(sample) == day else {
                return nil
            }
        }

        private var sample: String {
            var text = String(decoding: pattern, as: UTF8.self)
            for (word, digits) in [
                ("yyyy", "2026"), ("MM", "03"), ("dd", "06"), ("M", "3"), ("d", "6"),
            ] { text = text.replacing(word, with: digits) }
            return text
        }

        /// The day of a text that is only a date.
        func read(_ text: some StringProtocol) -> CalendarDay? {
            var (day, month, year): (Int?, Int?, Int?)
            var rest = Array(text.utf8)[...]
            var place = pattern[...]
            while let letter = place.first {
                guard "dMy".utf8.contains(letter) else {
                    guard rest.popFirst() == letter else { return nil }
                    place = place.dropFirst()
                    continue
                }
                let width = place.prefix { $0 == letter }.count
                place = place.dropFirst(width)
                let digits = rest.prefix { (48...57).contains($0) }.prefix(max(width, 2))
                guard digits.count >= width else { return nil }
                let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
                rest = rest.dropFirst(digits.count)
                switch letter {
                case UInt8(ascii: "d") where day == nil: day = number
                case UInt8(ascii: "M") where month == nil: month = number
                case UInt8(ascii: "y") where year == nil: year = number
                default: return nil
                }
            }
            guard rest.isEmpty, let year, year > 999, let month, let day else { return nil }
            return CalendarDay(year: year, month: month, day: day)
        }
    }

    /// The bank and the kind of list, for people.
    let name: String
    /// The possible names of each column.
    private let columns: [ColumnNames]
    /// How days are written, in newer and in older lists.
    private let dates: [DateFormat]
    let decimals: DecimalSign
    /// `nil` if it is found by trying.
    let separator: UInt8?
    /// The word that marks a reservation: as status, in place of the date, or at the end of the
    /// text.
    let pendingWord: String?
    /// The only status of a booked movement.
    var bookedWord: String?
    /// How the line with the balance at the end of a day begins.
    var closing: String?
    /// Texts of lines that are no movements.
    var noise: Set<String> = []
    /// Whether the account is a card, a liability.
    var isCard = false

    /// Makes a profile from its header.
    ///
    /// - Parameters:
    ///   - header: `Dato=date;Uttak|Ut=out;Saldo?=balance`: the names of a column with `|` between
    ///     them, the most certain first, and its meaning. A question mark says that it may be
    ///     missing.
    ///   - dates: the forms of days, with `|` between them; none can be read as another.
    private init(
        _ name: String, _ header: String, _ dates: String, _ decimals: DecimalSign,
        pending: String? = nil, booked: String? = nil, closing: String? = nil,
        noise: Set<String> = [], isCard: Bool = false
    ) {
        self.name = name
        columns = header.split(separator: ";").compactMap { part in
            let halves = part.split(separator: "=", omittingEmptySubsequences: false)
            guard let last = halves.last, let column = Column(rawValue: String(last)) else {
                return nil
            }
            let isOptional = halves[0].hasSuffix("?")
            let names = halves[0].dropLast(isOptional ? 1 : 0).split(
                separator: "|", omittingEmptySubsequences: false)
            return ColumnNames(
                column: column, names: names.map { FoldedText(String($0)) }, isOptional: isOptional)
        }
        self.dates = dates.split(separator: "|").map { DateFormat(String($0)) ?? .norwegian }
        self.decimals = decimals
        separator = nil
        pendingWord = pending
        bookedWord = booked
        self.closing = closing
        self.noise = noise
        self.isCard = isCard
    }

    /// Makes a person's own profile.
    ///
    /// - Parameter columns: what columns are called, by the keys of the settings file.
    public init(
        columns: [String: String], date: DateFormat, decimals: DecimalSign, separator: UInt8,
        pendingWord: String?
    ) {
        name = "the profile in the settings"
        self.columns = columns.compactMap { key, name in
            Column(rawValue: key).map {
                ColumnNames(column: $0, names: [FoldedText(name)], isOptional: false)
            }
        }
        dates = [date]
        self.decimals = decimals
        self.separator = separator
        self.pendingWord = pendingWord
    }

    /// Whether a person made it: only such profiles name their separator.
    var isOwn: Bool { separator != nil }

    /// The fix for a value that does not match the profile, by its settings key.
    func fix(_ key: String) -> String {
        !isOwn
            ? StatementFileError.downloadAgain
            : "correct \"\(key)\" in the bank's \"profile\" in the settings"
    }

    /// The settings keys of the columns that a person's own profile may name.
    public static let ownColumns = [
        "date", "posted", "text", "amount", "in", "out", "balance", "status", "currency", "account",
    ]

    /// The day of a text that is only a date.
    func day(_ text: some StringProtocol) -> CalendarDay? {
        for form in dates { if let day = form.read(text) { return day } }
        return nil
    }

    /// The settings keys of the columns that a header lacks.
    func missing(in header: [FoldedText]) -> [String] {
        columns.filter { $0.names.allSatisfy { !header.contains($0) } }.map(\.column.rawValue)
            .sorted()
    }

    /// The index of each column in a header; `nil` if the profile does not match it.
    func places(in header: [FoldedText]) -> [Column: Int]? {
        var places: [Column: Int] = [:]
        for wanted in columns {
            if let place = wanted.names.lazy.compactMap({ header.firstIndex(of: $0) }).first {
                places[wanted.column] = place
            } else if !wanted.isOptional {
                return nil
            }
        }
        return places
    }
}

extension CSVProfile.DateFormat {
    /// The form of days in OFX.
    static let plain = CSVProfile.DateFormat(pattern: "yyyyMMdd")
    public static let norwegian = CSVProfile.DateFormat(pattern: "dd.MM.yyyy")

    private init(pattern: String) { self.pattern = Array(pattern.utf8) }
}

extension CSVProfile {
    /// The known forms of banks, seen in files that people read with public programs.
    static let banks: [CSVProfile] = [
        CSVProfile(
            "SpareBank 1", "Dato=date;Beskrivelse=text;Inn=in;Ut=out;Til konto=to;Fra konto=from",
            "dd.MM.yyyy", .comma),
        CSVProfile(
            "DNB",
            "Dato=date;Forklaring=text;Ut fra konto|Uttak|Uttak fra konto|Ut av konto=out;"
                + "Inn på konto|Innskudd|Innskudd på konto=in", "dd.MM.yyyy", .either,
            pending: "Reservert transaksjon"),
        CSVProfile("DNB", "Dato=date;Forklaringstekst=text;Beløp=amount", "dd.MM.yyyy", .comma),
        CSVProfile(
            "DNB Mastercard", "Dato=date;Beløpet gjelder=text;Inn=in;Ut=out",
            "dd.MM.yyyy", .comma, noise: ["Skyldig beløp fra forrige faktura"], isCard: true),
        CSVProfile(
            "Nordea",
            "Bokføringsdato=date;Beløp=amount;Avsender=from;Mottaker=to;Navn?=toName;Tittel=text;"
                + "Valuta=currency;Betalingstype=status;Betalingstype=kind",
            "yyyy/MM/dd|dd.MM.yyyy", .comma, pending: "Reservert"),
        CSVProfile(
            "Nordea",
            "Bokføringsdato=date;Beløp=amount;Avsender=from;Mottaker=to;Navn?=toName;Tittel=text;"
                + "Saldo=balance;Valuta=currency",
            "yyyy/MM/dd|dd.MM.yyyy", .comma, pending: "Reservert"),
        CSVProfile(
            "Sparebanken Vest",
            "Dato=date;Beløp=amount;Originalt Beløp?=foreignAmount;"
                + "Original Valuta?=foreignCurrency;" + vest, "yyyy-MM-dd", .comma),
        CSVProfile(
            "Sparebanken Vest", "Dato=date;Inn på konto=in;Ut fra konto=out;" + vest,
            "yyyy-MM-dd", .comma),
        CSVProfile(
            "Handelsbanken and Eika",
            "Utført dato|Betalingstidspunkt=date;Bokført dato=posted;Beskrivelse|Skildring|?=text;"
                + "Fra konto|Frå konto=from;Avsender|Avsendar?=fromName;Til konto=to;"
                + "Mottakernavn|Mottakarnamn?=toName;Type?=kind;Beløp inn=in;Beløp ut=out;Valuta=currency;"
                + "Status=status",
            "dd.MM.yyyy", .point, pending: "Reservert", closing: "Utgående saldo pr."),
        CSVProfile(
            "Handelsbanken",
            "Reskontrodato=posted;Transaksjonsdato=date;Tekst=text;Beløp=amount;Saldo=balance",
            "yyyy-MM-dd", .comma),
        CSVProfile(
            "Danske Bank", "Dato=date;Tekst=text;Beløp=amount;Saldo=balance;Status=status",
            "dd.MM.yyyy", .comma, booked: "Utført"),
        CSVProfile(
            "Sbanken",
            "BOKFØRINGSDATO=date;ARKIVREFERANSE=reference;TYPE?=kind;TEKST=text;UT FRA KONTO=out;"
                + "INN PÅ KONTO=in", "dd.MM.yyyy", .comma),
        CSVProfile(
            "Bank Norwegian",
            "TransactionDate=date;Text=text;Type?=kind;Currency Amount=foreignAmount;"
                + "Currency=foreignCurrency;Amount=amount;BookDate=posted",
            "dd.MM.yyyy", .comma, isCard: true),
    ]

    /// The columns that the lists of Sparebanken Vest and Bulder share.
    private static let vest =
        "Til konto?=toName;Til kontonummer=to;Fra konto?=fromName;Fra kontonummer=from;"
        + "Type?=kind;Tekst|Tekst/KID=text;Balanse?=balance"
}
