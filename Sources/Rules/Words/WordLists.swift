/// The words of a language by their function in a sentence.
struct WordLists: Sendable {
    /// The functions that words have in the sentences of a language.
    enum List: String, CaseIterable {
        /// Words before names.
        case names = "@names"
        /// Words before what the bank's text has: `containing rent`.
        case texts = "@texts"
        /// Words for people before their names: `my tenant Ola`.
        case titles = "@titles"
        /// Words between one of these and a name: `my`.
        case owners = "@owners"
        /// Words before the number of a day: `den 15.`
        case days = "@days"
        /// Abbreviations that end with a period.
        case short = "@short"
        /// Words for accounts, at the end of a name or after it.
        case accounts = "@accounts"
        /// Words before a word for accounts that show that it is no name: `hver konto`.
        case each = "@each"
        /// Negations; of two in a row, none may be left out.
        case negations = "@negations"
        /// The negation that can mean `except`.
        case not = "@not"
        /// Words without a meaning of their own in a sentence that is read by its parts.
        case idle = "@idle"
        /// Words of them that say nothing in any place, not even inside a phrase: `already`.
        case adverbs = "@adverbs"
        /// Words for somebody or something that have no meaning next to a verb or at the start.
        case somebody = "@somebody"
        /// Words without a meaning after an amount: `500 left`.
        case left = "@left"
        /// Words without a meaning before a noun: `any purchase`.
        case one = "@one"
        /// Verbs for outgoing money, for incoming money, and for buying something.
        case out = "@out"
        case into = "@into"
        case buying = "@buying"
        /// Verbs that do not show the direction of the money.
        case paying = "@paying"
        /// Verbs for a balance that goes up, goes down, or does either.
        case rising = "@rising"
        case falling = "@falling"
        case moving = "@moving"
        /// Words for size, which need a limit that says the same: `large purchase over 500`.
        case large = "@large"
        case small = "@small"
        /// The words of comparisons: `more`, `less` and `than`.
        case more = "@more"
        case less = "@less"
        case than = "@than"
        /// Prepositions before names of accounts and merchants alike.
        case places = "@places"
        /// Words after a number of times: `3 times`.
        case times = "@times"
        /// Requests without a meaning at the start or the end: `let me know`.
        case asking = "@asking"
        /// Words of requests for how often to notify, which mean nothing in other places.
        case saying = "@saying"
        /// Words after a request: `when`.
        case when = "@when"
        /// Endings of inflected words, as in `kjøpet`.
        case endings = "@endings"
        /// Kinds of income, recognized by the payer or by the bank's text.
        case incomes = "@incomes"
        /// Recurring bills, recognized by the bank's text: `rent`.
        case bills = "@bills"
        /// Words for a request to pay, which is not a payment itself: `bill`.
        case invoices = "@invoices"
        /// Words that make hours, days or times those of notifications: `only`, `tell me`.
        case told = "@told"
        /// Days and months, which are not names.
        case calendar = "@calendar"
        /// Beginnings of the names of well-known merchants, and of names that people give to
        /// accounts.
        ///
        /// They are used in `kjøp på KIWI` and `kjøp på Felles`.
        case shops = "@shops"
        case purses = "@purses"
        /// Such names that mean nothing else, also in lower case: `netflix`, `savings`.
        case brands = "@brands"
        /// Words after a hyphen that do not belong to the name before it: `Kiwi-kjøp`.
        case kinds = "@kinds"
        /// Words that are not names, whatever they mean.
        case known = "@known"
    }

    private var words: [List: Set<String>] = [:]
    /// The words that slots take, with the word of the grammar for each.
    private(set) var slots: [Slot: [String: Token]] = [:]

    /// Reads lines that begin with the names of lists, or with a slot.
    ///
    /// Behind a slot, `mandag=monday` is a word with the word of the grammar, if it is another one.
    init(_ text: String) {
        for line in text[...].pieces("\n") {
            let words = line.words
            let lists = words.prefix { $0.hasPrefix("@") }
            for list in lists.compactMap(List.init) {
                self.words[list, default: []].formUnion(words.dropFirst(lists.count))
            }
            guard let slot = words.first.flatMap(Slot.init) else { continue }
            for word in words.dropFirst() {
                let parts = word[...].pieces("=").map(String.init)
                slots[slot, default: [:]][parts[0]] = Lexer.tokens(of: parts[parts.count - 1])[0]
            }
        }
    }

    subscript(_ list: List) -> Set<String> { words[list] ?? [] }
}

extension Substring {
    /// The parts that are not empty between a separator, found byte by byte because the tables are
    /// long.
    func pieces(_ separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }

    /// The words between spaces.
    var words: [String] { pieces(" ").map(String.init) }
}

extension EverydayWords {
    /// English words by their function in a sentence; ``WordLists/List`` describes each list.
    static let englishLists = """
        <weekday> monday tuesday wednesday thursday friday saturday sunday
        <weekdays> mondays=monday tuesdays=tuesday wednesdays=wednesday thursdays=thursday
        <weekdays> fridays=friday saturdays=saturday sundays=sunday
        <month> january february march april june july august september october november december
        <period> day week month year
        <category> groceries grocery=groceries supermarket=groceries supermarkets=groceries
        <category> restaurants restaurant=restaurants dining=restaurants
        <category> takeaway=restaurants bars alcohol=bars fuel petrol=fuel transport travel health
        <category> gambling betting=gambling clothing clothes=clothing
        <month> jan=january feb=february mar=march apr=april jun=june jul=july aug=august
        <month> sep=september sept=september oct=october nov=november dec=december
        @names at from to of on in for text containing
        @texts containing contains text word words mentions marked labelled tagged
        @owners my the our
        @titles tenant landlord flatmate roommate boss employer client customer friend neighbour
        @titles colleague brother sister son daughter mother father husband wife partner ex
        @days the by before
        @short kr ca min
        @accounts account card
        @each any each every
        @negations not no nothing nobody none never hasn't hasn’t haven't haven’t didn't didn’t
        @negations isn't isn’t wasn't wasn’t without
        @not not without
        @idle is am are was were be been being has have had having do does did get gets got
        @idle getting i i'm i’m im i've i’ve we we've we’ve us me my mine our you your he she they
        @idle amounts it it's it’s its that there there's there’s here then so really actually ever
        @idle already now currently money amount worth made make makes posted as going ends ended
        @idle becomes want finally still comes come came went done happened happens yet stays
        @idle whatsoever stay sits sitting sit hold holds who what trip ticket exceeded whenever
        @adverbs already actually really currently whatsoever
        @large large big huge major hefty high
        @small small little low tiny
        @somebody someone somebody anyone something anything
        @left left remaining
        @one any either
        @out leaves leaving leave left spent spend spends spending taken takes take took taking
        @out used use uses out charged charges charge charging cost costs costing gone went drawn
        @out pulls pulled draws draw blew blown burned burnt burn splurged splashed withdrawn withdrew moved moves
        @paying paid pay pays paying sent sends payed
        @into arrives arrive arrived arriving lands land landed landing received receive receives
        @into receiving earned earn earns earning deposited deposits added credited
        @buying bought buy buys buying purchased shopped
        @rising up rose rises rise grew grows gained gains climbed climbs jumped jumps increased
        @rising pricier dearer higher raised
        @falling down fell falls fall lost loses sank sinks shrank shrinks dropped decreased
        @moving swings swung move moved changed changes shifted
        @more more higher bigger larger greater
        @less less fewer lower smaller
        @than than
        @places in at
        @times times
        @asking please tell notify alert warn inform message text ping email send give let know
        @asking like hear want wish need i'd i’d would you hi hello shout remind only
        @asking buzz about thanks push mail poke beep yell holler warned notified alerted told
        @shops @brands netflix spotify hbo viaplay amazon microsoft adobe playstation nintendo uber
        @shops @brands airbnb ikea zara zalando asos ebay paypal klarna starbucks mcdonalds lidl
        @shops @brands tesco aldi
        @shops disney apple google steam bolt booking shell esso
        @brands savings checking mastercard visa amex buffer
        @purses savings checking current joint household daily bills visa mastercard amex card
        @purses pocket buffer emergency holiday
        @when when if whenever about that every time soon as moment instant
        @incomes pension benefit benefits stipend scholarship maintenance
        @invoices bill bills invoice invoices
        @told only max maximum most me us
        @calendar monday tuesday wednesday thursday friday saturday sunday mondays tuesdays
        @calendar wednesdays thursdays fridays saturdays sundays weekend weekends weekday weekdays
        @calendar january february march april june july august september october november
        @calendar december christmas easter feb mar apr aug sept okt
        @bills rent electricity insurance mortgage childcare kindergarten broadband tuition
        @known tax taxes few several couple neither allowance pocket landlord tenant child gym
        @known membership e-invoice e-invoices cover covers covered utilities also power internet
        @known car cat dog life house boat rule sms slack asap online include save saves saving
        @known given lend lent borrow borrowed donate donated invest invested edit wrong correct
        @known yourself wouldn't wouldn’t vs versus nor early sen re best worst lover bot mon var
        @known net gross netto brutto shared fully hardly seldom thrice always rarely urgent boss
        @known school see mum mom mother father friend friends colleague neighbour
        @asking show hey nudge flag lemme wanna celebrate hear notification warning nudged
        @asking heads-up fyi alarm
        @saying write say mention collect messages mails sms alerts notifications notice notices
        """

    /// Norwegian (bokmål) words by their function; ``WordLists/List`` describes each list.
    static let norwegianLists = """
        <weekday> mandag=monday tirsdag=tuesday onsdag=wednesday torsdag=thursday fredag=friday
        <weekday> lørdag=saturday søndag=sunday mandagen=monday tirsdagen=tuesday onsdagen=wednesday
        <weekday> torsdagen=thursday fredagen=friday lørdagen=saturday søndagen=sunday
        <weekdays> mandager=monday tirsdager=tuesday onsdager=wednesday torsdager=thursday
        <weekdays> fredager=friday lørdager=saturday søndager=sunday
        <period> dag=day dagen=day uke=week uken=week uka=week måned=month måneden=month mnd=month
        <period> år=year året=year
        <category> dagligvarer=groceries matvarer=groceries mat=groceries restauranter=restaurants
        <category> restaurant=restaurants uteliv=restaurants bensin=fuel drivstoff=fuel transport
        <category> reiser=travel helse=health gambling pengespill=gambling klær=clothing
        <month> januar=january februar=february mars=march april mai=may juni=june juli=july august
        <month> september oktober=october november desember=december
        @names hos fra til på i av teksten
        @texts teksten tekst ordet inneholder merket
        @owners min
        @titles leietaker leietakeren utleier utleieren huseier huseieren samboer samboeren sjef
        @titles sjefen kunde kunden venn vennen kollega kollegaen nabo naboen bror søster broren
        @titles søsteren sønn sønnen datter datteren mor far mannen kona eksen
        @days den innen før
        @short kl kr ca min mnd
        @accounts konto kort
        @each hver noen alle
        @negations ikke ingen aldri ingenting uten
        @not ikke uten
        @somebody noen noe alt
        @left igjen
        @one enten eneste noen
        @idle en et ei er har hadde vært være blir ble bli blitt jeg vi meg oss min mitt mine vår
        @idle våre vårt du det den de der her som så da nå penger pengene får fått
        @idle beløp beløpet for av å seg ligger står allerede nettopp
        @idle fortsatt ennå helt hele først ferdig samt hva
        @idle lenger langt egentlig faktisk vel sitt sine straks samtidig
        @adverbs allerede egentlig faktisk
        @large stor stort store høy høyt høye svær svært
        @small low liten lite små lav lavt lave
        @idle kontoen banken
        @out dratt dras trekke belastet belastes flyttet forsvinner ut brukt bruker bruke brukte
        @out brukes trukket trekkes trekker trekt tatt tar tas går gått kostet koster
        @paying betalt betaler betale sendt sender
        @into komme godskrevet godskrives utbetalt innbetalt satt kommet kommer kom inn inne
        @into mottatt tjent tjener tikker
        @buying handle kjøpe kjøpes shoppa handla handlet handler kjøpt kjøper
        @more mer flere oftere høyere større
        @less mindre færre lavere
        @than enn
        @places på i
        @rising opp økt økte øker steget stiger steg vokst hoppet dyrere høyere
        @falling ned falt faller sunket synker krympet krymper stupt minket tapt
        @moving endret endrer endres svinger
        @times ganger gang
        @endings en et ene er a ne n s
        @asking varsle varsl varsles fortell si fra ifra gi beskjed melding lyd vite høre ha vil
        @asking ønsker gjerne du vær snill send minn pling vennligst hei straks med det skrik
        @asking på da takk ønske følg etterlys varslet varsles rop
        @shops @brands kiwi rema meny bunnpris vinmonopolet narvesen elkjøp clas biltema rusta
        @shops @brands europris cubus kappahl boozt tv2 telenor telia tibber fjordkraft hafslund
        @shops @brands flytoget widerøe foodora wolt vipps lånekassen nav skatteetaten gjensidige
        @shops @brands tryg
        @shops coop extra joker spar obs mega polet power komplett jula normal nille ikea h&m
        @shops zalando netflix spotify viaplay ice lyse fortum vy ruter sas norwegian circle shell
        @shops esso yx uno-x oda peppes finn klarna if fremtind sats evo
        @brands felles
        @purses felles bruks spare sparing buffer lønn lomme lommepenger regning ferie hytte bsu
        @purses hushold husholdning mat barne ungdom ung visa mastercard amex kreditt depositum
        @purses utleie høyrente reise fond
        @when når hvis om dersom straks ved at idet
        @incomes trygd barnetrygd barnebidrag stipend pensjon skattepenger studielån bidrag
        @incomes feriepenger alimenter
        @invoices regning regningen regninga regninger regningene faktura fakturaen fakturaer
        @invoices avtalegiro efaktura strømregning strømregningen strømregninga
        @told bare kun maks maksimalt høyst opptil meg oss
        @calendar mandag tirsdag onsdag torsdag fredag lørdag søndag mandager tirsdager onsdager
        @calendar torsdager fredager lørdager søndager helg helger helgen helgene hverdag hverdager
        @calendar januar februar mars april mai juni juli august september oktober november
        @calendar desember jul julen påske påsken
        @bills husleie forsikring strøm barnehage bredbånd kontingent
        @known leie mobil skatt moms avgift medlemskap sparing husholdning inkludert inklusive gitt
        @known ga gav låner lånt sparer feil riktig også selv internett bil hund katt båt sjef
        @known sjefen leietaker leietakeren utleier utleieren huseier jobb jobben skole skolen bruk
        @known flytt overfør betal sett efaktura versus kredittkortkjøp øre vs netto brutto nett
        @known natt sjelden alltid knapt litt mamma pappa venn venner kollega nabo naboen
        @kinds kjøp kjøpet kjøpene trekk trekket belastning abonnement abonnementet regning
        @kinds regningen regninga faktura fakturaen refusjon refusjonen utbetaling utbetalingen
        @kinds innbetaling innbetalingen lønn lønna lønnen
        @saying beskjeder meldinger varsler skriv
        @asking vis kan pinge pls bli varslet varsel hint flagg
        """
}
