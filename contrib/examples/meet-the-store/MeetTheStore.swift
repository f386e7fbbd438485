import Foundation
import SaldovaktKit

/// A small program of somebody else's that reads the finance store: a mirror on disk.
///
///     meet-the-store STATE-FOLDER TOKEN-FOLDER [READER]
///
/// It asks for access, lists the accounts of one bank by name, the seven newest available balances
/// of each, and what changed since the last run; the tokens in TOKEN-FOLDER remember where it was.
@main
struct MeetTheStore {
    /// The store.
    let store: FinanceStore
    /// Where tokens are kept.
    let folder: String

    static func main() async {
        do { try await start() } catch {
            let fix = (error as? FinanceError)?.recoverySuggestion.map { "\n  fix: \($0)" } ?? ""
            print("error: \(error.localizedDescription)\(fix)")
            exit(1)
        }
    }

    private static func start() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2 else {
            print("usage: meet-the-store STATE-FOLDER TOKEN-FOLDER [READER]")
            exit(2)
        }
        // Can there be data at all? On Linux always; a program for both worlds asks all the same.
        guard FinanceStore.isDataAvailable(.financialData) else { return }
        let list = Array(arguments)
        let store =
            if list.count > 2 {
                try FinanceStore.open(folder: list[0], reader: ReaderName(list[2]))
            } else { try FinanceStore.open(folder: list[0]) }
        let status = try await store.requestAuthorization { print("note: \($0)") }
        print("access: \(status.rawValue)")
        // A reader that lost its access still follows the history: it has to forget what it knew.
        try await MeetTheStore(store: store, folder: list[1]).run(
            isAuthorized: status == .authorized)
    }

    private func run(isAuthorized: Bool) async throws {
        if isAuthorized {
            for account in try await accounts(of: "sbanken") {
                print("account: \(account.displayName) \(account.currencyCode)")
                for balance in try await latestBalances(of: account) {
                    print("balance: \(balance.available?.signedAmount.decimalText ?? "?")")
                }
            }
        }
        for id in try await knownAccounts() { try await catchUp(id) }
    }

    /// A snapshot query with a predicate and an order.
    private func accounts(of institution: String) async throws -> [Account] {
        let query = AccountQuery(
            sortDescriptors: [SortDescriptor(\Account.displayName)],
            predicate: #Predicate<Account> { $0.institutionName == institution })
        return try await store.accounts(query: query)
    }

    /// The newest seven, turned round to run forward in time as a chart does.
    private func latestBalances(of account: Account) async throws -> [AccountBalance] {
        let query = AccountBalanceQuery(
            sortDescriptors: [SortDescriptor(\AccountBalance.asOfDate, order: .reverse)],
            predicate: #Predicate<AccountBalance> {
                $0.available != nil && $0.accountID == account.id
            }, limit: 7)
        return try await store.accountBalances(query: query).reversed()
    }

    /// The accounts that are there, and those that were when a token was saved.
    private func knownAccounts() async throws -> [UUID] {
        let saved = try FileManager.default.contentsOfDirectory(atPath: folder)
            .compactMap(UUID.init(uuidString:))
        let present = try await store.accounts(query: AccountQuery()).map(\.id)
        return Set(saved + present).sorted()
    }

    /// A history query that ends when it has caught up, from where the last run ended.
    private func catchUp(_ account: UUID) async throws {
        let path = folder + "/" + account.uuidString
        let saved = try? String(contentsOfFile: path, encoding: .utf8)
        let history = store.transactionHistory(
            forAccountID: account, since: saved.map { HistoryToken(text: $0) },
            isMonitoring: false)
        do {
            for try await change in history {
                print(
                    "changes: +\(change.inserted.count) ~\(change.updated.count) "
                        + "-\(change.deleted.count)")
                // Only now: a program that dies before this line gets these changes again.
                try change.newToken.text.write(toFile: path, atomically: true, encoding: .utf8)
            }
        } catch FinanceError.historyTokenInvalid {
            // The history was compacted since. A mirror forgets the rows of this account and starts
            // again, because deletes from before do not come any more.
            try FileManager.default.removeItem(atPath: path)
            print("changes: starting again")
        }
    }
}
