extension SandboxScenario {
    /// Ten days of a family in twenty steps, shown by `saldovakt demo`; the last of them is today.
    ///
    /// Pocket money falls below 100 kr, stays there and is topped up. A big purchase is reserved,
    /// and booked days later under another text. The bank fails in two ways and comes back. The
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

extension SandboxScenario {
    /// One customer with five accounts on Friday 6 March 2026; the only step leads to Tuesday the
    /// 10th, when the reservations of Friday are booked in every way that the bank knows.
    ///
    /// They are identical twins, a purchase whose reservation hides the shop, a petrol pump that
    /// reserved more than was filled, a price in dollars, an instant payment, and a deposit that is
    /// released. Status and type values of scheduled payments are invented.
    public static let sample = builtIn(
        """
        { "version": 1, "name": "sample", "day": "2026-03-06",
          "accounts": [
            { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
              "name": "Brukskonto", "balance": 12043.21 },
            { "id": "FA4E0000000000000000000000000004", "number": "99990000004",
              "name": "Lommepenger", "balance": 96.50 },
            { "id": "FA4E0000000000000000000000000002", "number": "99990000002",
              "name": "Sparekonto", "type": "High interest account", "balance": 44798.11 },
            { "id": "FA4E0000000000000000000000000005", "number": "99990000016",
              "name": "Felleskonto", "balance": 1197.07, "owner": "00000000001" },
            { "id": "FA4E0000000000000000000000000003", "number": "99990000003",
              "name": "VISA KREDITTKORT", "type": "Creditcard account", "balance": -4210.00,
              "creditLimit": 30000.00 } ],
          "history": [
            { "action": "post", "account": "Brukskonto", "amount": 3.12, "kind": "interest",
              "date": -6 },
            { "action": "post", "account": "Brukskonto", "amount": 28450.00, "kind": "salary",
              "date": -4 },
            { "action": "post", "account": "Brukskonto", "amount": -109.00, "kind": "visa",
              "date": -3, "card": { "merchant": "MUSIKKSTROM", "city": "Fjordby",
                "categoryCode": "5815", "category": "Digitale tjenester", "purchaseDate": -2,
                "transactionId": "4810000000000001" } },
            { "action": "post", "account": "Brukskonto", "amount": -400.00,
              "kind": "ownTransfer", "date": -2 },
            { "action": "post", "account": "Brukskonto", "amount": -1500.00, "kind": "giro",
              "date": -1, "text": "Nettgiro til: Fjordby Kraft Betalt: 05.03.26",
              "detail": { "receiverName": "FJORDBY KRAFT AS", "cid": "000000000012345",
                "registrationDate": -2 } },
            // The value date of a credit card is the day on which its next invoice is due.
            { "action": "post", "account": "VISA KREDITTKORT", "amount": -299.00,
              "kind": "visa", "date": -1, "interestDate": 45, "card": { "number": "*0001",
                "merchant": "BYBUSSEN AS", "categoryCode": "4111",
                "category": "Transport/billett", "purchaseDate": -1,
                "transactionId": "4810000000000101" } },
            // Later ones are listed first, so the order here is the reverse of an answer's.
            { "action": "reserve", "id": "hotel", "account": "Brukskonto", "amount": -800.00,
              "text": "HOTELL DEPOSITU", "date": -2 },
            { "action": "reserve", "id": "hosting", "account": "Brukskonto",
              "amount": -312.40, "text": "EXAMPLE HOSTING", "date": -1 },
            { "action": "reserve", "id": "vipps", "account": "Brukskonto", "amount": -20.00,
              "kind": "vipps" },
            { "action": "reserve", "id": "pump", "account": "Brukskonto", "amount": -1000.00,
              "text": "PUMPESTASJON 44" },
            { "action": "reserve", "id": "shop", "account": "Brukskonto", "amount": -389.50,
              "kind": "bankAxept" },
            { "action": "reserve", "id": "coffee 2", "account": "Brukskonto",
              "amount": -42.00, "text": "KAFFEHJORNET AS" },
            { "action": "reserve", "id": "coffee 1", "account": "Brukskonto",
              "amount": -42.00, "text": "KAFFEHJORNET AS" },
            { "action": "reserve", "id": "taxi", "account": "Brukskonto", "amount": -187.00,
              "text": "FJORDBY TAXI AS" },
            { "action": "reserve", "id": "books", "account": "VISA KREDITTKORT",
              "amount": -549.00, "text": "BOKHANDEL FJORD" } ],
          "timeline": [
            { "at": 1, "day": 4, "note": "The purchases of Friday are booked", "do": [
              { "action": "book", "reservation": "vipps", "date": -1,
                "text": "Til: Ola Testesen" },
              { "action": "book", "reservation": "shop", "date": -1,
                "text": "06.03 MATBUTIKKEN FJORDBY TORGGATA 1 FJORDBY" },
              { "action": "book", "reservation": "hosting", "date": -1, "amount": -318.75,
                "card": { "merchant": "EXAMPLE HOSTING INC", "city": "Exampleville",
                  "categoryCode": "4816", "category": "Datatjenester", "price": 30.00,
                  "currency": "USD", "rate": 10.6250, "transactionId": "4810000000000006" } },
              { "action": "book", "reservation": "pump", "date": -1, "amount": -612.35,
                "card": { "merchant": "PUMPESTASJON 44 FJORDBY", "categoryCode": "5542",
                  "category": "Bensin", "transactionId": "4810000000000005" } },
              { "action": "book", "reservation": "coffee 2", "date": -1, "card": {
                "merchant": "KAFFEHJORNET AS", "categoryCode": "5814",
                "category": "Hurtigmat", "transactionId": "4810000000000004" } },
              { "action": "book", "reservation": "coffee 1", "date": -1, "card": {
                "merchant": "KAFFEHJORNET AS", "categoryCode": "5814",
                "category": "Hurtigmat", "transactionId": "4810000000000003" } },
              { "action": "book", "reservation": "taxi", "card": {
                "merchant": "FJORDBY TAXI AS", "categoryCode": "4121", "category": "Taxi",
                "transactionId": "4810000000000002" } },
              { "action": "release", "reservation": "hotel" },
              { "action": "reserve", "id": "streaming", "account": "Brukskonto",
                "amount": -99.00, "text": "STROMMETJENESTE" } ] } ],
          "lists": [
            { "endpoint": "payments", "account": "Brukskonto", "rows": [
              { "paymentId": "FAKEPAY0000000000000000000000001",
                "recipientAccountNumber": "99991111121", "amount": 1849.0,
                "dueDate": "2026-03-20T00:00:00", "kid": "000000000012345", "text": null,
                "isActive": true, "status": "ACTIVE", "allowedNewStatusTypes": ["Stopped"],
                "statusDetails": null, "productType": "NETTGIRO", "paymentType": "KID",
                "paymentNumber": 1, "beneficiaryName": "FJORDBY KRAFT AS" },
              { "paymentId": "FAKEPAY0000000000000000000000002",
                "recipientAccountNumber": "99992222222", "amount": 9500.0,
                "dueDate": "2026-04-01T00:00:00", "kid": null, "text": "Husleie april",
                "isActive": true, "status": "ACTIVE", "allowedNewStatusTypes": ["Stopped"],
                "statusDetails": null, "productType": "FAST OPPDRAG", "paymentType": "MELDING",
                "paymentNumber": 2, "beneficiaryName": "Kari Testesen" },
              { "paymentId": "FAKEPAY0000000000000000000000003",
                "recipientAccountNumber": "99993333333", "amount": 349.0,
                "dueDate": "2026-03-15T00:00:00", "kid": "000000000067890", "text": null,
                "isActive": false, "status": "STOPPED",
                "allowedNewStatusTypes": ["Reactivated"],
                "statusDetails": "Stoppet av kunde", "productType": "AVTALEGIRO",
                "paymentType": "KID", "paymentNumber": 3, "beneficiaryName": "BYBUSSEN AS" } ] },
            { "endpoint": "standingOrders", "account": "Brukskonto", "rows": [
              { "amount": 9500.0, "beneficiaryName": "Kari Testesen", "cId": null,
                "creditAccountNumber": "99992222222", "debitAccountNumber": "99990000001",
                "freeTerms": [], "frequency": "Monthly",
                "lastPaymentDate": "2026-03-01T00:00:00",
                "nextDueDate": "2026-04-01T00:00:00", "standingOrderEndDate": null,
                "standingOrderId": 1, "standingOrderStartDate": "2024-01-01T00:00:00",
                "standingOrderType": "Payment" },
              { "amount": 100.0, "beneficiaryName": "Lommepenger", "cId": null,
                "creditAccountNumber": "99990000004", "debitAccountNumber": "99990000001",
                "freeTerms": ["7"], "frequency": "Weekly",
                "lastPaymentDate": "2026-02-27T00:00:00",
                "nextDueDate": "2026-03-06T00:00:00",
                "standingOrderEndDate": "2026-12-31T00:00:00", "standingOrderId": 2,
                "standingOrderStartDate": "2025-08-15T00:00:00",
                "standingOrderType": "Transfer" } ] },
            { "endpoint": "eFakturas", "rows": [
              { "eFakturaId": "FAKEEFAKTURA00000000000000000001",
                "issuerId": "NOR000000000-1", "eFakturaReference": "0000000001",
                "documentType": "EFAKTURA", "status": "NEW", "kid": "000000000055555",
                "originalDueDate": "2026-03-25T00:00:00", "originalAmount": 799.0,
                "minimumAmount": 799.0, "updatedDueDate": null, "updatedAmount": null,
                "notificationDate": "2026-03-05T00:00:00",
                "creditAccountNumber": "99994444444", "issuerName": "NETTLEVERANDØREN AS" },
              { "eFakturaId": "FAKEEFAKTURA00000000000000000002",
                "issuerId": "NOR000000000-2", "eFakturaReference": "0000000002",
                "documentType": "EFAKTURA", "status": "PROCESSED", "kid": "000000000066666",
                "originalDueDate": "2026-02-25T00:00:00", "originalAmount": 4210.0,
                "minimumAmount": 250.0, "updatedDueDate": "2026-02-25T00:00:00",
                "updatedAmount": 4210.0, "notificationDate": "2026-02-05T00:00:00",
                "creditAccountNumber": "99990000003", "issuerName": "KREDITTKORTET AS" } ] },
            { "endpoint": "cards", "rows": [
              { "cardId": "-900_1", "cardNumber": "*0000", "cardVersionNumber": 3,
                "accountNumber": "99990000001", "customerId": "00000000000",
                "expiryDate": "2028-11-01T00:00:00", "accountOwner": "00000000000",
                "status": "Active", "cardType": "VISA", "productCode": "DebitCardCL" },
              { "cardId": "-901_1", "cardNumber": "*0002", "cardVersionNumber": 1,
                "accountNumber": "99990000004", "customerId": "00000000001",
                "expiryDate": "2027-06-01T00:00:00", "accountOwner": "00000000000",
                "status": "Active", "cardType": "VISA", "productCode": "DebitCardYouthCL" },
              { "cardId": "-902_1", "cardNumber": "*0001", "cardVersionNumber": 2,
                "accountNumber": "99990000003", "customerId": "00000000000",
                "expiryDate": "2027-01-01T00:00:00", "accountOwner": "00000000000",
                "status": "Blocked", "cardType": "VISA", "productCode": "CreditCardCL" } ] } ] }
        """)
}
