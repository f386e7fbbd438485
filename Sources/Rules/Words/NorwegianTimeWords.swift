extension EverydayWords {
    /// Norwegian words of people for what lies ahead, summaries, times and health.
    static let norwegianTimeLines = """
        kommende regninger/fakturaer, regninger/betalinger som forfaller = upcoming payments
        oversikt, oppsummering, rapport, saldooversikt = summary
        sammendrag/oversikt/oppsummering av/over saldo/saldoen/saldoene/kontoene = summary
        sammendrag/oversikt/oppsummering/rapport av/over forbruk/forbruket/pengebruk/pengebruken = summary of spending
        forbruksoversikt, forbruksrapport, utgiftsoversikt = summary of spending
        hver hverdag/ukedag/virkedag/arbeidsdag, alle hverdager/ukedager/virkedager = every weekday
        per/etter kategori, fordelt på kategori/kategorier = by category
        per/etter butikk/brukersted, fordelt på butikk/butikker/brukersted = by merchant
        per/etter konto, fordelt på konto/kontoer = by account
        daglig sammendrag/oversikt/oppsummering/rapport = summary every day
        ukentlig sammendrag/oversikt/oppsummering/rapport = summary weekly
        månedlig sammendrag/oversikt/oppsummering/rapport = summary monthly
        hver kveld kl/klokken/klokka <evening>, hver kveld <evening> = every day at <evening>
        husleia = husleie
        hver morgen kl/klokken/klokka <hour>, hver morgen <hour> = every day at <hour>
        hver morgen = every day at 08:00
        hver kveld = every day at 20:00
        morgen kl/klokken/klokka <hour>, om morgenen kl/klokken/klokka <hour> = at <hour>
        kveld kl/klokken/klokka <evening>, om kvelden kl/klokken/klokka <evening> = at <evening>
        morgen, om morgenen = at 08:00
        kveld, om kvelden = at 20:00
        i morgen, i kveld
        daglig <hour>, daglig kl/klokken/klokka <hour> = every day at <hour>
        daglig = every day
        innen/før <ordinal> januar = by the <ordinal> of january
        innen/før <ordinal> februar = by the <ordinal> of february
        innen/før <ordinal> mars = by the <ordinal> of march
        innen/før <ordinal> april = by the <ordinal> of april
        innen/før <ordinal> mai = by the <ordinal> of may
        innen/før <ordinal> juni = by the <ordinal> of june
        innen/før <ordinal> juli = by the <ordinal> of july
        innen/før <ordinal> august = by the <ordinal> of august
        innen/før <ordinal> september = by the <ordinal> of september
        innen/før <ordinal> oktober = by the <ordinal> of october
        innen/før <ordinal> november = by the <ordinal> of november
        innen/før <ordinal> desember = by the <ordinal> of december
        får ikke kontakt med banken på = bank is unreachable for
        ikke oftere enn én/en gang, men ikke oftere enn én/en gang = at most once
        høyst/maks/maksimalt 1 gang = at most once
        hver mandag, på mandager, mandager = every monday
        hver tirsdag, på tirsdager, tirsdager = every tuesday
        hver onsdag, på onsdager, onsdager = every wednesday
        hver torsdag, på torsdager, torsdager = every thursday
        hver fredag, på fredager, fredager = every friday
        hver lørdag, på lørdager, lørdager = every saturday
        hver søndag, på søndager, søndager = every sunday
        den <ordinal> hver måned, den <ordinal> i hver måned = every month on the <ordinal>

        banken svarer ikke, banken er nede, banken kan ikke nås, banken er ute av drift = bank is unreachable
        ingen kontakt med banken, får ikke kontakt med banken = bank is unreachable
        banken svarer ikke på = bank is unreachable for
        dataene = data
        eldre enn = is older than
        innloggingen/påloggingen/innlogging/pålogging utløper om mindre enn = sign-in expires in less than
        innloggingen/påloggingen/innlogging/pålogging utløper innen = sign-in expires in less than
        varslene/varsler kommer ikke frem/fram, varsler/varslene feiler = notifications are failing

        har falt med, faller/synker/sunket/går/gikk med, har sunket med = dropped by
        har økt/steget med, øker/stiger/steg/økt med = rose by
        endret/endres/har endret seg med = changed by
        på en/én/ett/et dag/døgn = in 1 day
        på en/én uke = in 1 week
        på en/én måned = in 1 month
        på en/én time = in 1 hour
        forventes, ventes/forventes å bli, blir = is projected
        """
}
