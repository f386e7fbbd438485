/// In which window a row counts, and with which sign.
struct WindowShare: Sendable {
    /// The number of the window.
    let window: Int
    /// 1 for what is added, −1 for what is subtracted.
    let sign: Int64
}
