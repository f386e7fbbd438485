import BenchSupport
import Finance
import Foundation
import Store

/// Reads one account's history in pages of five hundred.
struct Pages {
    /// The state folder.
    let folder: String

    /// Prints what a page costs.
    func run() async throws {
        let store = try FinanceStore.open(folder: folder)
        let id = BenchBank.details(0).id
        var walk = Stopwatch()
        let history = store.transactionHistory(forAccountID: id, isMonitoring: false)
        var pages = history.makeAsyncIterator()
        var count = 0
        while try await walk.time({ try await pages.next() }) != nil { count += 1 }
        print("pages", count)
        walk.reportMedians("page")
    }
}
