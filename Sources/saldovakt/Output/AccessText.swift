import Alerts
import Finance
import Foundation
import Store

/// Readers and what they may see, as tables and as JSON.
enum AccessText: Sendable {
    /// What a decision changed.
    static func changed(_ count: Int, for reader: ReaderName) -> String {
        count == 0
            ? "\(reader): nothing changed"
            : "\(reader): changed for \(count) account\(count == 1 ? "" : "s")"
    }

    /// What was removed with a bank, a line for each kind.
    static func removed(_ removed: RemovedSource, _ source: String) -> [String] {
        [
            ("accounts", removed.accounts), ("balance records", removed.balances),
            ("transactions", removed.transactions), ("scheduled items", removed.scheduledItems),
            ("alerts", removed.alerts), ("notices", removed.notices),
        ].map { "\(source): removed \($0.1) \($0.0)" }
    }

    /// A table with a row for each reader and account.
    static func table(_ readers: [ReaderAccess], _ names: [UUID: String]) -> Table {
        var table = Table([
            ("Reader", .left), ("State", .left), ("Account", .left), ("Since", .left),
        ])
        for access in readers {
            let head = [access.reader.text, access.status.rawValue]
            for account in access.accounts {
                table.add(
                    head + [
                        SafeText.neutralised(names[account.accountID] ?? ""),
                        account.earliest?.description ?? "all days",
                    ])
            }
            if access.accounts.isEmpty { table.add(head + ["", ""]) }
        }
        return table
    }

    /// A reader as an object.
    static func json(_ access: ReaderAccess, _ names: [UUID: String]) -> String {
        let accounts = access.accounts.map {
            JSONText.object([
                ("id", JSONText.string($0.accountID.uuidString.lowercased())),
                ("name", JSONText.string(names[$0.accountID])),
                ("since", JSONText.string($0.earliest?.description)),
            ])
        }
        return JSONText.object([
            ("reader", JSONText.string(access.reader.text)),
            ("state", JSONText.string(access.status.rawValue)),
            ("accounts", JSONText.array(accounts)),
        ])
    }
}
