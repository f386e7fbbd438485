extension Samples {
    /// `accounts.json`.
    static let accounts = joined(
        """
        {"availableItems":5,"items":[{"accountId":"FA4E0000000000000000000000000001",
        "accountNumber":"99990000001","ownerCustomerId":"00000000000","name":"Brukskonto",
        "accountType":"Standard account","available":9250.31,"balance":12043.21,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000004",
        "accountNumber":"99990000004","ownerCustomerId":"00000000000","name":"Lommepenger",
        "accountType":"Standard account","available":96.5,"balance":96.5,"creditLimit":0.0},
        {"accountId":"FA4E0000000000000000000000000002","accountNumber":"99990000002",
        "ownerCustomerId":"00000000000","name":"Sparekonto",
        "accountType":"High interest account","available":44798.11,"balance":44798.11,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000005",
        "accountNumber":"99990000016","ownerCustomerId":"00000000001","name":"Felleskonto",
        "accountType":"Standard account","available":1197.07,"balance":1197.07,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000003",
        "accountNumber":"99990000003","ownerCustomerId":"00000000000","name":"VISA KREDITTKORT",
        "accountType":"Creditcard account","available":25241.0,"balance":-4210.0,
        "creditLimit":30000.0}]}
        """)

    /// `accounts-after-booking.json`.
    static let accountsAfterBooking = joined(
        """
        {"availableItems":5,"items":[{"accountId":"FA4E0000000000000000000000000001",
        "accountNumber":"99990000001","ownerCustomerId":"00000000000","name":"Brukskonto",
        "accountType":"Standard account","available":10332.61,"balance":10431.61,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000004",
        "accountNumber":"99990000004","ownerCustomerId":"00000000000","name":"Lommepenger",
        "accountType":"Standard account","available":96.5,"balance":96.5,"creditLimit":0.0},
        {"accountId":"FA4E0000000000000000000000000002","accountNumber":"99990000002",
        "ownerCustomerId":"00000000000","name":"Sparekonto",
        "accountType":"High interest account","available":44798.11,"balance":44798.11,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000005",
        "accountNumber":"99990000016","ownerCustomerId":"00000000001","name":"Felleskonto",
        "accountType":"Standard account","available":1197.07,"balance":1197.07,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000003",
        "accountNumber":"99990000003","ownerCustomerId":"00000000000","name":"VISA KREDITTKORT",
        "accountType":"Creditcard account","available":25241.0,"balance":-4210.0,
        "creditLimit":30000.0}]}
        """)

    /// `account.json`.
    static let account = joined(
        """
        {"accountId":"FA4E0000000000000000000000000001","accountNumber":"99990000001",
        "ownerCustomerId":"00000000000","name":"Brukskonto","accountType":"Standard account",
        "available":9250.31,"balance":12043.21,"creditLimit":0.0}
        """)

    /// `v1/accounts.json`.
    static let accountsV1 = joined(
        """
        {"availableItems":5,"items":[{"accountId":"FA4E0000000000000000000000000001",
        "accountNumber":"99990000001","ownerCustomerId":"00000000000","name":"Brukskonto",
        "accountType":"Standard account","available":9250.31,"balance":12043.21,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000004",
        "accountNumber":"99990000004","ownerCustomerId":"00000000000","name":"Lommepenger",
        "accountType":"Standard account","available":96.5,"balance":96.5,"creditLimit":0.0},
        {"accountId":"FA4E0000000000000000000000000002","accountNumber":"99990000002",
        "ownerCustomerId":"00000000000","name":"Sparekonto",
        "accountType":"High interest account","available":44798.11,"balance":44798.11,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000005",
        "accountNumber":"99990000016","ownerCustomerId":"00000000001","name":"Felleskonto",
        "accountType":"Standard account","available":1197.07,"balance":1197.07,
        "creditLimit":0.0},{"accountId":"FA4E0000000000000000000000000003",
        "accountNumber":"99990000003","ownerCustomerId":"00000000000","name":"VISA KREDITTKORT",
        "accountType":"Creditcard account","available":25241.0,"balance":-4210.0,
        "creditLimit":30000.0}],"errorType":null,"isError":false,"errorCode":null,
        "errorMessage":null,"traceId":null}
        """)

    /// `v1/account.json`.
    static let accountV1 = joined(
        """
        {"item":{"accountId":"FA4E0000000000000000000000000001","accountNumber":"99990000001",
        "ownerCustomerId":"00000000000","name":"Brukskonto","accountType":"Standard account",
        "available":9250.31,"balance":12043.21,"creditLimit":0.0},"errorType":null,
        "isError":false,"errorCode":null,"errorMessage":null,"traceId":null}
        """)
}
