import Finance

/// The details of a payment, with nothing left open.
struct LedgerDetail: Sendable, Equatable {
    /// What the scenario said.
    let detail: SandboxDetail
    /// When the payment was entered.
    let registrationDate: CalendarDay
}
