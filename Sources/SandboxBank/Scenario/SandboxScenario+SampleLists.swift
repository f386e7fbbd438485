import Finance

extension SandboxScenario {
    /// What waits to be paid; the values of status and type fields are invented.
    static let sampleLists: [SandboxList] = [
        SandboxList(endpoint: .payments, account: "Brukskonto", rows: samplePayments),
        SandboxList(endpoint: .standingOrders, account: "Brukskonto", rows: sampleOrders),
        SandboxList(endpoint: .eFakturas, account: nil, rows: sampleInvoices),
        SandboxList(endpoint: .cards, account: nil, rows: sampleCards),
        SandboxList(endpoint: .customers, account: nil, rows: sampleCustomers),
        SandboxList(endpoint: .inbox, account: nil, rows: sampleInbox),
        SandboxList(endpoint: .archive, account: nil, rows: sampleArchive),
    ]

    private static let samplePayments = [
        """
        {
            "paymentId": "FAKEPAY0000000000000000000000001",
            "recipientAccountNumber": "99991111121",
            "amount": 1849.0,
            "dueDate": "2026-03-20T00:00:00",
            "kid": "000000000012345",
            "text": null,
            "isActive": true,
            "status": "ACTIVE",
            "allowedNewStatusTypes": ["Stopped"],
            "statusDetails": null,
            "productType": "NETTGIRO",
            "paymentType": "KID",
            "paymentNumber": 1,
            "beneficiaryName": "FJORDBY KRAFT AS"
        }
        """,
        """
        {
            "paymentId": "FAKEPAY0000000000000000000000002",
            "recipientAccountNumber": "99992222222",
            "amount": 9500.0,
            "dueDate": "2026-04-01T00:00:00",
            "kid": null,
            "text": "Husleie april",
            "isActive": true,
            "status": "ACTIVE",
            "allowedNewStatusTypes": ["Stopped"],
            "statusDetails": null,
            "productType": "FAST OPPDRAG",
            "paymentType": "MELDING",
            "paymentNumber": 2,
            "beneficiaryName": "Kari Testesen"
        }
        """,
        """
        {
            "paymentId": "FAKEPAY0000000000000000000000003",
            "recipientAccountNumber": "99993333333",
            "amount": 349.0,
            "dueDate": "2026-03-15T00:00:00",
            "kid": "000000000067890",
            "text": null,
            "isActive": false,
            "status": "STOPPED",
            "allowedNewStatusTypes": ["Reactivated"],
            "statusDetails": "Stoppet av kunde",
            "productType": "AVTALEGIRO",
            "paymentType": "KID",
            "paymentNumber": 3,
            "beneficiaryName": "BYBUSSEN AS"
        }
        """,
    ]

    private static let sampleOrders = [
        """
        {
            "amount": 9500.0,
            "beneficiaryName": "Kari Testesen",
            "cId": null,
            "creditAccountNumber": "99992222222",
            "debitAccountNumber": "99990000001",
            "freeTerms": [],
            "frequency": "Monthly",
            "lastPaymentDate": "2026-03-01T00:00:00",
            "nextDueDate": "2026-04-01T00:00:00",
            "standingOrderEndDate": null,
            "standingOrderId": 1,
            "standingOrderStartDate": "2024-01-01T00:00:00",
            "standingOrderType": "Payment"
        }
        """,
        """
        {
            "amount": 100.0,
            "beneficiaryName": "Lommepenger",
            "cId": null,
            "creditAccountNumber": "99990000004",
            "debitAccountNumber": "99990000001",
            "freeTerms": ["7"],
            "frequency": "Weekly",
            "lastPaymentDate": "2026-02-27T00:00:00",
            "nextDueDate": "2026-03-06T00:00:00",
            "standingOrderEndDate": "2026-12-31T00:00:00",
            "standingOrderId": 2,
            "standingOrderStartDate": "2025-08-15T00:00:00",
            "standingOrderType": "Transfer"
        }
        """,
    ]

    private static let sampleInvoices = [
        """
        {
            "eFakturaId": "FAKEEFAKTURA00000000000000000001",
            "issuerId": "NOR000000000-1",
            "eFakturaReference": "0000000001",
            "documentType": "EFAKTURA",
            "status": "NEW",
            "kid": "000000000055555",
            "originalDueDate": "2026-03-25T00:00:00",
            "originalAmount": 799.0,
            "minimumAmount": 799.0,
            "updatedDueDate": null,
            "updatedAmount": null,
            "notificationDate": "2026-03-05T00:00:00",
            "creditAccountNumber": "99994444444",
            "issuerName": "NETTLEVERANDØREN AS"
        }
        """,
        """
        {
            "eFakturaId": "FAKEEFAKTURA00000000000000000002",
            "issuerId": "NOR000000000-2",
            "eFakturaReference": "0000000002",
            "documentType": "EFAKTURA",
            "status": "PROCESSED",
            "kid": "000000000066666",
            "originalDueDate": "2026-02-25T00:00:00",
            "originalAmount": 4210.0,
            "minimumAmount": 250.0,
            "updatedDueDate": "2026-02-25T00:00:00",
            "updatedAmount": 4210.0,
            "notificationDate": "2026-02-05T00:00:00",
            "creditAccountNumber": "99990000003",
            "issuerName": "KREDITTKORTET AS"
        }
        """,
    ]

    private static let sampleCards = [
        """
        {
            "cardId": "-900_1",
            "cardNumber": "*0000",
            "cardVersionNumber": 3,
            "accountNumber": "99990000001",
            "customerId": "00000000000",
            "expiryDate": "2028-11-01T00:00:00",
            "accountOwner": "00000000000",
            "status": "Active",
            "cardType": "VISA",
            "productCode": "DebitCardCL"
        }
        """,
        """
        {
            "cardId": "-901_1",
            "cardNumber": "*0002",
            "cardVersionNumber": 1,
            "accountNumber": "99990000004",
            "customerId": "00000000001",
            "expiryDate": "2027-06-01T00:00:00",
            "accountOwner": "00000000000",
            "status": "Active",
            "cardType": "VISA",
            "productCode": "DebitCardYouthCL"
        }
        """,
        """
        {
            "cardId": "-902_1",
            "cardNumber": "*0001",
            "cardVersionNumber": 2,
            "accountNumber": "99990000003",
            "customerId": "00000000000",
            "expiryDate": "2027-01-01T00:00:00",
            "accountOwner": "00000000000",
            "status": "Blocked",
            "cardType": "VISA",
            "productCode": "CreditCardCL"
        }
        """,
    ]

    private static let sampleCustomers = [
        """
        {
            "customerId": "00000000000",
            "firstName": "Kari",
            "lastName": "Testesen",
            "emailAddress": "kari.testesen@example.invalid",
            "dateOfBirth": "1980-01-01T00:00:00",
            "postalAddress": {
                "addressLine1": "Eksempelveien 1",
                "addressLine2": null,
                "addressLine3": null,
                "addressLine4": null,
                "country": "NORGE",
                "zipCode": "0000",
                "city": "FJORDBY"
            },
            "streetAddress": null,
            "phoneNumbers": [ { "countryCode": "47", "number": "00000000" } ]
        }
        """
    ]

    private static let sampleInbox = [
        """
        {
            "id": 9002,
            "subject": "Kontoutskrift februar",
            "category": "General",
            "source": "Sbanken",
            "status": "Unread",
            "flag": 0,
            "receivedDate": "2026-03-02T06:00:00",
            "attachmentId": 1,
            "linkName": null,
            "linkUrl": null,
            "body": "Kontoutskriften ligger ved.",
            "attachment": {
                "name": "kontoutskrift.txt",
                "attachment": "SW5nZW4gZWt0ZSBrb250b3V0c2tyaWZ0Lg=="
            }
        }
        """,
        """
        {
            "id": 9001,
            "subject": "Nye vilkår",
            "category": "News",
            "source": "Sbanken",
            "status": "Read",
            "flag": 0,
            "receivedDate": "2026-02-10T09:30:00",
            "attachmentId": null,
            "linkName": "Les mer",
            "linkUrl": "https://sbanken.example.invalid/vilkaar",
            "body": "Vi endrer vilkårene fra 1. april."
        }
        """,
    ]

    private static let sampleArchive = [
        """
        {
            "id": 7001,
            "subject": "Velkommen",
            "category": "General",
            "source": "Sbanken",
            "status": "Read",
            "flag": 0,
            "receivedDate": "2024-01-02T12:00:00",
            "attachmentId": null,
            "linkName": null,
            "linkUrl": null,
            "body": "Velkommen som kunde."
        }
        """
    ]
}
