import Finance

/// Which properties of a model are which columns.
///
/// Made anew for every translation: key paths are not `Sendable`, and it takes microseconds.
struct ModelShape {
    /// A property.
    struct Member {
        /// Its key path from what it belongs to.
        let path: AnyKeyPath
        /// What it is.
        let node: Node
    }

    /// What a property is.
    indirect enum Node {
        /// One value.
        case scalar(SQLScalar)
        /// A value of parts.
        case group(Group)
    }

    /// A value that has parts.
    struct Group {
        /// A condition for its being there; `nil` if it always is.
        var presence: SQLFragment?
        /// Its properties.
        let members: [Member]
        /// The properties that make two of them equal; `nil` if they can't be compared by columns.
        var identity: [AnyKeyPath]?

        /// The property at a path.
        func member(_ path: AnyKeyPath) -> Node? {
            members.first { $0.path == path }?.node
        }
    }

    /// The model's own properties.
    let root: Group
}

extension ModelShape.Member {
    /// A property that is one column or expression.
    static func scalar(
        _ path: AnyKeyPath, _ sql: String, _ kind: SQLScalar.Kind,
        _ members: [ModelShape.Member] = []
    ) -> ModelShape.Member {
        .init(
            path: path,
            node: .scalar(SQLScalar(sql: SQLFragment(sql), kind: kind, members: members)))
    }

    /// A property that has parts; `presence` is a condition for its being there.
    static func group(
        _ path: AnyKeyPath, presence: String? = nil, identity: [AnyKeyPath]? = nil,
        _ members: [ModelShape.Member]
    ) -> ModelShape.Member {
        .init(
            path: path,
            node: .group(
                .init(
                    presence: presence.map { SQLFragment($0) }, members: members,
                    identity: identity)))
    }
}

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
