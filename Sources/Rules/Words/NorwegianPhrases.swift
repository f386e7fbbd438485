extension EverydayWords {
    /// Longer Norwegian phrases, most of which say several parts of a rule at once.
    static let norwegianPhraseLines = """
        ^ send meg/oss et/en varsel/melding/beskjed dersom, ^ send et/en varsel/melding når/hvis/om/dersom, ^ lag et varsel når/hvis/om/dersom =
        ^ jeg/vi trenger å vite når/hvis/om, ^ jeg/vi må vite når/hvis/om, ^ jeg/vi vil gjerne vite når/hvis/om =
        og deretter/så hver dag, og igjen hver dag, igjen hver dag = remind every 1 day
        og deretter/så hver time, og igjen hver time, igjen hver time = remind every 1 hour
        minn meg/oss på det hver <number> = remind every <number>
        hver annen time = every 2 hours
        minn meg/oss på det hver annen time, minn meg/oss hver annen time = remind every 2 hours
        minn meg/oss på det hver annen dag, minn meg/oss hver annen dag = remind every 2 days

        ^ jeg/vi har bare/kun <money> igjen, ^ jeg/vi bare/kun har <money> igjen, ^ det er bare/kun <money> igjen = balance at most <money>
        ^ jeg/vi har bare/kun <money> igjen å bruke, ^ det er bare/kun <money> igjen å bruke = available at most <money>
        sparemålet/sparemål på <money> på/for/i <name> er/blir nådd/oppnådd, sparemålet/sparemål på <money> på/for/i <name> nås/nådd = balance of <name> at least <money>
        brukt mer enn <percent> av kreditten/kredittgrensen/kredittgrensa/kredittrammen/kredittramma/rammen, brukt over <percent> av kreditten/kredittgrensen/kredittgrensa/kredittrammen/kredittramma/rammen = credit used over <percent> of its credit limit
        brukt minst <percent> av kreditten/kredittgrensen/kredittgrensa/kredittrammen/kredittramma/rammen = credit used at least <percent> of its credit limit
        av kreditten = of its credit limit
        ^ det er mindre enn <money> igjen av kreditten/kredittrammen/kredittgrensen på <name>, ^ det er under <money> igjen av kreditten/kredittrammen/kredittgrensen på <name> = available on <name> under <money>
        mindre enn <money> igjen av kreditten/kredittrammen/kredittgrensen på <name>, under <money> igjen av kreditten/kredittrammen/kredittgrensen på <name> = available on <name> under <money>
        ^ det er mindre på/i <name> enn for en/én måned siden, ^ <name> har mindre enn for en/én måned siden = balance of <name> under its balance 1 month ago
        ^ det er mindre på/i <name> enn for en/én/ei uke siden, ^ <name> har mindre enn for en/én/ei uke siden = balance of <name> under its balance 1 week ago
        ^ det er mindre på/i <name> enn for et/ett år siden, ^ <name> har mindre enn for et/ett år siden = balance of <name> under its balance 1 year ago
        ^ det er mer på/i <name> enn for en/én måned siden, ^ <name> har mer enn for en/én måned siden = balance of <name> over its balance 1 month ago
        ^ det er mer på/i <name> enn for en/én/ei uke siden, ^ <name> har mer enn for en/én/ei uke siden = balance of <name> over its balance 1 week ago
        går/kommer nå/allerede/langt/fortsatt/plutselig under, kommer/går ned under, kommer/går langt ned under = under
        går/kommer nå/allerede/langt/fortsatt/plutselig over, kommer/går opp over = over
        går/er/blir tom før = is projected under 0 before
        går/er/blir tom før lønning/lønn/lønna/lønnen/lønningsdag, går/er/blir tom før neste lønning/lønn/lønningsdag, går/er/blir tom for penger før lønning/lønn/lønna/lønnen/lønningsdag, går/er/blir tom for penger før neste lønning/lønn = is projected under 0 before the next salary
        lønningsdag = the next salary
        før lønningsdag = before the next salary

        andre steder enn, alle andre steder enn, alle steder unntatt/utenom, overalt unntatt/utenom/bortsett fra = except at
        ^ ut av/fra konto/kontoen, ^ ut av/fra kontoen min/vår = new debit
        som ikke er egne overføringer, som ikke er overføring/overføringer mellom egne kontoer, egne overføringer teller ikke, egne overføringer unntatt, overføringer mellom egne kontoer unntatt = except own transfers
        ^ regning/faktura på mer enn <money> betales, ^ regning/faktura på over <money> betales, ^ regning/faktura på mer enn <money> er/blir betalt, ^ regning/faktura på over <money> er/blir betalt, ^ regning/faktura over <money> betales, ^ regning/faktura over <money> er/blir betalt = new payment over <money>
        ukjent/nytt brukersted trekker/tar/belaster, ukjent/nytt brukersted trekker/belaster meg/kortet, ukjent/ny butikk trekker/tar/belaster = new debit at a new merchant
        ukjent brukersted/butikk, fra/hos ukjent brukersted/butikk, fra/hos et ukjent brukersted, fra/hos en ukjent butikk = at a new merchant
        <shop> er ikke betalt, <shop> ikke er betalt, <shop> ikke betalt, <shop> er ubetalt = no debit at <shop>
        ^ jeg/vi har glemt å betale, ^ jeg/vi glemte å betale, ^ jeg/vi glemmer å betale = no debit to
        ^ ingenting har skjedd på <name> på, ^ ingenting har skjedd på <name> de siste = no transaction on <name> in the last
        lønn/lønna/lønnen mangler siste virkedag/arbeidsdag, lønn/lønna/lønnen mangler siste virkedag/arbeidsdag i måneden, lønn/lønna/lønnen mangler på siste virkedag/arbeidsdag = no salary by the last working day
        mangler siste virkedag/arbeidsdag, mangler siste virkedag/arbeidsdag i måneden, mangler på siste virkedag/arbeidsdag i måneden, uteblir siste virkedag/arbeidsdag i måneden = missing by the last working day
        mangler siste dag i måneden, mangler den siste dagen i måneden = missing by the last day
        en reservasjon som er eldre enn, reservasjon som er eldre enn = a reservation is older than
        bokføres med et annet beløp enn reservert, blir/ble bokført med et annet beløp enn reservert, bokført med et annet beløp enn reservert, bokført til et annet beløp enn reservert, gjøres opp med et annet beløp enn reservert = settled at another amount
        ingen ferske/nye tall på, ingen ferske/nye tall/data de siste, ingen ferske/nye data på = data is older than

        månedsforbruket/månedsforbruk, månedlig forbruk, månedens forbruk, forbruket for måneden = spending this month
        ukeforbruket/ukeforbruk/ukesforbruket/ukesforbruk, ukentlig forbruk, ukens/ukas forbruk = spending this week
        dagsforbruket/dagsforbruk, daglig forbruk, dagens forbruk = spending today
        årsforbruket/årsforbruk, årlig forbruk, årets forbruk = spending this year
        samlet forbruk, samlede utgifter = spending
        månedlig inntekt = income this month
        hittil i måneden, så langt i måneden = this month
        hittil i uken/uka, så langt i uken/uka = this week
        så langt i år, hittil i året = this year
        forbruket/forbruk er høyere/større enn inntekten/inntektene denne måneden, utgiftene er høyere/større enn inntekten denne måneden, jeg/vi bruker mer enn jeg/vi tjener denne måneden = spending this month over income this month
        forbruket/forbruk er høyere/større enn inntekten/inntektene i år, utgiftene er høyere/større enn inntekten/inntektene i år = spending this year over income this year
        <percent> høyere/større/mer enn på/til samme tid/dag/dato/tidspunkt forrige måned = <percent> over last month to the same day
        <percent> høyere/større/mer enn på/til samme tid/dag/dato/tidspunkt i fjor = <percent> over last year to the same day
        er dyrere enn vanlig/normalt, dyrere enn vanlig/normalt, dyrere enn det vanlige = over usual
        er mer enn dobbelt av det vanlige, mer enn dobbelt av det vanlige, over dobbelt av det vanlige, mer enn dobbelt så mye som vanlig, over dobbelt så mye som vanlig, mer enn det dobbelte av det vanlige = over 200% of usual
        dobbelt så mye som vanlig, det dobbelte av det vanlige = at least 200% of usual
        forbruket/utgiftene ligger an til å passere/overstige, forbruket/utgiftene ligger an til å bli/gå/komme/ende over, forbruket/utgiftene ligger an til mer enn/over = spending on pace for over
        oppsummering/oversikt/sammendrag/rapport hver uke = summary weekly
        oppsummering/oversikt/sammendrag/rapport hver måned = summary monthly
        unntatt/utenom på <account>, bortsett fra på <account> = except on <account>
        via/gjennom vipps = containing 'Vipps'
        hver ettermiddag kl/klokken/klokka <evening>, hver ettermiddag <evening> = every day at <evening>

        husleia/husleien = husleie
        setter/satte/har satt opp prisen = above the previous one
        <name> setter/satte opp prisen, hvis/om <name> setter/satte opp prisen = new debit at <name*> over 0 % above the previous one
        det flyttes penger ut av/fra <account>, det flyttes penger fra <account> = debit on <account>
        noen/jeg/vi overfører/overførte fra <account> = new transfer from <account>
        en butikk jeg/vi aldri har brukt/handlet før trekker/tar penger, en butikk jeg/vi aldri har brukt/handlet hos før trekker/tar penger = new debit at a new merchant
        trekkes/tas fra kontoen min/vår/mi, trekkes/tas fra kontoen = debit
        samme butikk trekker/belaster meg/oss to ganger på en/én/samme dag, samme butikk trekker/belaster kortet to ganger på en/én/samme dag = 2 debits at the same merchant on the same day
        jeg/vi betaler/betalte renter/rente = new debit of type interest
        to kontantuttak/uttak på en/én/samme dag, det tas ut kontanter/penger to ganger på en/én dag = number of withdrawals today at least 2
        tre kontantuttak/uttak på en/én/samme dag, det tas ut kontanter/penger tre ganger på en/én dag = number of withdrawals today at least 3
        <name> trekker/belaster meg/oss to ganger på en/én måned, <name> trekker/belaster meg/oss to ganger i måneden = number of debits at <name*> this month at least 2
        husleie/husleien/husleia blir/er/ble dyrere, husleie/husleien/husleia går/gikk opp = new debit containing 'husleie' over 0 % above the previous one
        """
}
