import Finance

extension ModelShape.Member {
    /// An amount of two columns.
    static func money(
        _ path: AnyKeyPath, _ minor: String, _ currency: String, isOptional: Bool = false
    ) -> ModelShape.Member {
        .group(
            path, presence: isOptional ? "\(minor) IS NOT NULL" : nil,
            identity: [\Money.minorUnits, \Money.currency],
            [
                .scalar(\Money.minorUnits, minor, .integer),
                .currency(\Money.currency, currency),
            ])
    }

    /// A currency.
    static func currency(_ path: AnyKeyPath, _ column: String) -> ModelShape.Member {
        .scalar(path, column, .currency, [.scalar(\Currency.code, column, .text)])
    }

    /// An account number.
    static func accountNumber(_ path: AnyKeyPath, _ column: String) -> ModelShape.Member {
        .scalar(path, column, .number, [.scalar(\AccountNumber.digits, column, .text)])
    }

    /// An enumeration that is stored by its raw value.
    ///
    /// The path of the raw value is given, because one that generic code makes is another one.
    static func word(
        _ path: AnyKeyPath, _ column: String, rawValue: AnyKeyPath,
        _ members: [ModelShape.Member] = []
    ) -> ModelShape.Member {
        .scalar(path, column, .word, [.scalar(rawValue, column, .text)] + members)
    }

    /// A figure of a balance record, stored signed in one column.
    static func figure(
        _ path: AnyKeyPath, _ minor: String, _ currency: String, asOf: String
    ) -> ModelShape.Member {
        let presence = "\(minor) IS NOT NULL"
        return .group(
            path, presence: presence,
            [
                .money(\Balance.amount, "abs(\(minor))", currency),
                .money(\Balance.signedAmount, minor, currency),
                .word(
                    \Balance.creditDebitIndicator,
                    "(CASE WHEN \(minor) < 0 THEN 'debit' ELSE 'credit' END)",
                    rawValue: \CreditDebitIndicator.rawValue),
                .scalar(\Balance.asOfDate, asOf, .instant),
            ])
    }
}
