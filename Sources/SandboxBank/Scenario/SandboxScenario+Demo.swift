extension SandboxScenario {
    /// Ten days of a family in twenty steps, told by `saldovakt demo`; the last of them is today.
    ///
    /// Pocket money sinks under 100 kr, stays there and is filled up; a big purchase is reserved
    /// and booked days later under another text; the bank fails in two ways and comes back; the
    /// salary arrives. All account numbers begin with 9999 and fail the check digit, so that none
    /// can exist.
    public static let demo = builtIn(
        """
        { "version": 1, "name": "demo", "day": "today-9",
          "accounts": [
            { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
              "name": "Brukskonto", "balance": 8412.60 },
            { "id": "FA4E0000000000000000000000000004", "number": "99990000004",
              "name": "Lommepenger", "balance": 312.50 },
            { "id": "FA4E0000000000000000000000000002", "number": "99990000002",
              "name": "Sparekonto", "type": "High interest account", "balance": 44798.11 },
            { "id": "FA4E0000000000000000000000000005", "number": "99990000016",
              "name": "Felleskonto", "balance": 3250.00, "owner": "00000000001" },
            { "id": "FA4E0000000000000000000000000003", "number": "99990000003",
              "name": "VISA KREDITTKORT", "type": "Creditcard account", "balance": -4210.00,
              "creditLimit": 30000.00 } ],
          "history": [
            { "action": "post", "account": "Brukskonto", "amount": 32500.00, "kind": "salary",
              "date": -23 },
            { "action": "post", "account": "Brukskonto", "amount": -9500.00,
              "kind": "standingOrder", "date": -20, "text": "Husleie" },
            { "action": "post", "account": "Lommepenger", "amount": 400.00,
              "kind": "ownTransfer", "date": -18 },
            { "action": "post", "account": "Brukskonto", "amount": -109.00, "kind": "visa",
              "date": -12, "card": { "merchant": "MUSIKKSTROM", "categoryCode": "5815",
                "category": "Digitale tjenester", "purchaseDate": -2 } },
            { "action": "post", "account": "Felleskonto", "amount": -1500.00, "kind": "giro",
              "date": -8, "text": "Nettgiro til: Fjordby Kraft" },
            { "action": "post", "account": "Sparekonto", "amount": 61.20, "kind": "interest",
              "date": -5 } ],
          "timeline": [
            { "at": 1, "day": 0, "note": "Pocket money buys sweets", "do": [
              { "action": "reserve", "id": "sweets", "account": "Lommepenger",
                "amount": -89.00, "text": "KIOSKEN FJORDBY" } ] },
            { "at": 2, "day": 0, "note": "Groceries; the reservation hides the shop", "do": [
              { "action": "reserve", "id": "groceries", "account": "Brukskonto",
                "amount": -389.50, "kind": "bankAxept" } ] },
            { "at": 3, "day": 1, "note": "The cinema takes the pocket money under 100 kr", "do": [
              { "action": "reserve", "id": "cinema", "account": "Lommepenger",
                "amount": -129.00, "text": "FJORDBY KINO AS" } ] },
            { "at": 4, "day": 1, "note": "Nothing happens; the pocket money is still low" },
            { "at": 5, "day": 2, "note": "A big purchase is reserved", "do": [
              { "action": "reserve", "id": "hi-fi", "account": "Brukskonto",
                "amount": -1249.00, "text": "ELEKTROHJORNET A" } ] },
            { "at": 6, "day": 2, "note": "The sweets are booked under another text", "do": [
              { "action": "book", "reservation": "sweets", "card": {
                "merchant": "KIOSKEN FJORDBY", "categoryCode": "5441", "category": "Godteri" } }
            ] },
            { "at": 7, "day": 3, "note": "A bill is paid from the joint account", "do": [
              { "action": "post", "account": "Felleskonto", "amount": -899.00, "kind": "giro",
                "text": "Nettgiro til: Bredbånd Fjordby" } ] },
            { "at": 8, "day": 3, "note": "The pocket money is filled up", "do": [
              { "action": "transfer", "from": "Brukskonto", "to": "Lommepenger",
                "amount": 400.00 } ] },
            { "at": 9, "day": 4, "note": "Cinema and groceries are booked", "do": [
              { "action": "book", "reservation": "cinema", "card": {
                "merchant": "FJORDBY KINO AS", "categoryCode": "7832", "category": "Kino" } },
              { "action": "book", "reservation": "groceries",
                "text": "MATBUTIKKEN FJORDBY TORGGATA 1 FJORDBY" } ] },
            { "at": 10, "day": 5, "note": "The bank fails", "do": [
              { "action": "switch", "name": "outage", "value": true } ] },
            { "at": 11, "day": 5, "note": "The bank shows a maintenance page instead of data",
              "do": [ { "action": "switch", "name": "outage", "value": false },
                { "action": "switch", "name": "html", "value": true } ] },
            { "at": 12, "day": 5, "note": "The bank is back", "do": [
              { "action": "switch", "name": "html", "value": false } ] },
            { "at": 13, "day": 6, "note": "The big purchase is booked under another text and date",
              "do": [ { "action": "book", "reservation": "hi-fi", "card": {
                "merchant": "ELEKTROHJORNET AS FJORDBY", "categoryCode": "5732",
                "category": "Elektronikk" } } ] },
            { "at": 14, "day": 6, "note": "Books on the credit card", "do": [
              { "action": "reserve", "id": "books", "account": "VISA KREDITTKORT",
                "amount": -549.00, "text": "BOKHANDEL FJORD" } ] },
            { "at": 15, "day": 7, "note": "The salary arrives", "do": [
              { "action": "post", "account": "Brukskonto", "amount": 32500.00,
                "kind": "salary" } ] },
            { "at": 16, "day": 7, "note": "Some of it is saved", "do": [
              { "action": "transfer", "from": "Brukskonto", "to": "Sparekonto",
                "amount": 5000.00 } ] },
            { "at": 17, "day": 8, "note": "Two coffees at the same price are two purchases", "do": [
              { "action": "reserve", "id": "coffee 1", "account": "Brukskonto",
                "amount": -42.00, "text": "KAFFEHJORNET AS" },
              { "action": "reserve", "id": "coffee 2", "account": "Brukskonto",
                "amount": -42.00, "text": "KAFFEHJORNET AS" } ] },
            { "at": 18, "day": 8, "note": "A petrol pump reserves more than it will take", "do": [
              { "action": "reserve", "id": "pump", "account": "Brukskonto",
                "amount": -1000.00, "text": "PUMPESTASJON 44" } ] },
            { "at": 19, "day": 9, "note": "The petrol is booked, 612,35 kr", "do": [
              { "action": "book", "reservation": "pump", "amount": -612.35, "card": {
                "merchant": "PUMPESTASJON 44 FJORDBY", "categoryCode": "5542",
                "category": "Bensin" } } ] },
            { "at": 20, "day": 9, "note": "One coffee is booked, the other one is still reserved",
              "do": [ { "action": "book", "reservation": "coffee 1", "card": {
                "merchant": "KAFFEHJORNET AS", "categoryCode": "5814",
                "category": "Hurtigmat" } } ] } ] }
        """)
}
