extension Samples {
    /// `payments.json`.
    static let payments = joined(
        """
        {"availableItems":3,"items":[{"paymentId":"FAKEPAY0000000000000000000000001",
        "recipientAccountNumber":"99991111121","amount":1849.0,"dueDate":"2026-03-20T00:00:00",
        "kid":"000000000012345","text":null,"isActive":true,"status":"ACTIVE",
        "allowedNewStatusTypes":["Stopped"],"statusDetails":null,"productType":"NETTGIRO",
        "paymentType":"KID","paymentNumber":1,"beneficiaryName":"FJORDBY KRAFT AS"},
        {"paymentId":"FAKEPAY0000000000000000000000002","recipientAccountNumber":"99992222222",
        "amount":9500.0,"dueDate":"2026-04-01T00:00:00","kid":null,"text":"Husleie april",
        "isActive":true,"status":"ACTIVE","allowedNewStatusTypes":["Stopped"],
        "statusDetails":null,"productType":"FAST OPPDRAG","paymentType":"MELDING",
        "paymentNumber":2,"beneficiaryName":"Kari Testesen"},
        {"paymentId":"FAKEPAY0000000000000000000000003","recipientAccountNumber":"99993333333",
        "amount":349.0,"dueDate":"2026-03-15T00:00:00","kid":"000000000067890","text":null,
        "isActive":false,"status":"STOPPED","allowedNewStatusTypes":["Reactivated"],
        "statusDetails":"Stoppet av kunde","productType":"AVTALEGIRO","paymentType":"KID",
        "paymentNumber":3,"beneficiaryName":"BYBUSSEN AS"}]}
        """)

    /// `standingorders.json`.
    static let standingOrders = joined(
        """
        {"availableItems":2,"items":[{"amount":9500.0,"beneficiaryName":"Kari Testesen",
        "cId":null,"creditAccountNumber":"99992222222","debitAccountNumber":"99990000001",
        "freeTerms":[],"frequency":"Monthly","lastPaymentDate":"2026-03-01T00:00:00",
        "nextDueDate":"2026-04-01T00:00:00","standingOrderEndDate":null,"standingOrderId":1,
        "standingOrderStartDate":"2024-01-01T00:00:00","standingOrderType":"Payment"},
        {"amount":100.0,"beneficiaryName":"Lommepenger","cId":null,
        "creditAccountNumber":"99990000004","debitAccountNumber":"99990000001",
        "freeTerms":["7"],"frequency":"Weekly","lastPaymentDate":"2026-02-27T00:00:00",
        "nextDueDate":"2026-03-06T00:00:00","standingOrderEndDate":"2026-12-31T00:00:00",
        "standingOrderId":2,"standingOrderStartDate":"2025-08-15T00:00:00",
        "standingOrderType":"Transfer"}]}
        """)

    /// `efakturas.json`.
    static let eFakturas = joined(
        """
        {"availableItems":2,"items":[{"eFakturaId":"FAKEEFAKTURA00000000000000000001",
        "issuerId":"NOR000000000-1","eFakturaReference":"0000000001","documentType":"EFAKTURA",
        "status":"NEW","kid":"000000000055555","originalDueDate":"2026-03-25T00:00:00",
        "originalAmount":799.0,"minimumAmount":799.0,"updatedDueDate":null,"updatedAmount":null,
        "notificationDate":"2026-03-05T00:00:00","creditAccountNumber":"99994444444",
        "issuerName":"NETTLEVERANDØREN AS"},{"eFakturaId":"FAKEEFAKTURA00000000000000000002",
        "issuerId":"NOR000000000-2","eFakturaReference":"0000000002","documentType":"EFAKTURA",
        "status":"PROCESSED","kid":"000000000066666","originalDueDate":"2026-02-25T00:00:00",
        "originalAmount":4210.0,"minimumAmount":250.0,"updatedDueDate":"2026-02-25T00:00:00",
        "updatedAmount":4210.0,"notificationDate":"2026-02-05T00:00:00",
        "creditAccountNumber":"99990000003","issuerName":"KREDITTKORTET AS"}]}
        """)

    /// `cards.json`.
    static let cards = joined(
        """
        {"availableItems":3,"items":[{"cardId":"-900_1","cardNumber":"*0000",
        "cardVersionNumber":3,"accountNumber":"99990000001","customerId":"00000000000",
        "expiryDate":"2028-11-01T00:00:00","accountOwner":"00000000000","status":"Active",
        "cardType":"VISA","productCode":"DebitCardCL"},{"cardId":"-901_1","cardNumber":"*0002",
        "cardVersionNumber":1,"accountNumber":"99990000004","customerId":"00000000001",
        "expiryDate":"2027-06-01T00:00:00","accountOwner":"00000000000","status":"Active",
        "cardType":"VISA","productCode":"DebitCardYouthCL"},{"cardId":"-902_1",
        "cardNumber":"*0001","cardVersionNumber":2,"accountNumber":"99990000003",
        "customerId":"00000000000","expiryDate":"2027-01-01T00:00:00",
        "accountOwner":"00000000000","status":"Blocked","cardType":"VISA",
        "productCode":"CreditCardCL"}]}
        """)
}
