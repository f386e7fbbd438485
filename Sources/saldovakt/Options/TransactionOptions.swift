import ArgumentParser
import Finance
import Store

/// Which transactions a command is about, apart from account, first day and text.
struct TransactionOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Only up to this day, such as 2026-03-31.", valueName: "day"))
    var until: DayArgument?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only of more than that, in or out: 500, 99.50, '500 USD'.", valueName: "amount"))
    var over: AmountArgument?

    @Option(
        name: .long, help: ArgumentHelp("Only of less than that, in or out.", valueName: "amount"))
    var under: AmountArgument?

    @Option(
        name: .long,
        help: ArgumentHelp("Only in this state; may be given again.", valueName: "status"))
    var status: [StatusArgument] = []

    @Option(
        name: .long, help: ArgumentHelp("Only of this kind; may be given again.", valueName: "type")
    )
    var type: [TypeArgument] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only with a merchant of this category, a name or four digits; may be given again.",
            valueName: "category"))
    var category: [CategoryArgument] = []

    /// Narrows a filter by what was given.
    func narrow(_ filter: inout TransactionFilter) {
        filter.to = until?.day
        filter.over = over?.money
        filter.under = under?.money
        filter.statuses = Set(status.map(\.status))
        filter.types = Set(type.map(\.type))
        filter.merchantCodes = category.flatMap(\.codes)
    }
}
