/// What a handle is set up for once, however many requests it then serves.
struct CurlForm: Equatable {
    /// The only scheme that is spoken.
    let scheme: String
    /// The time that an exchange may take.
    let timeout: Duration

    /// What an order needs.
    init(_ order: CurlOrder) {
        scheme = order.target.scheme
        timeout = order.job.timeout
    }
}
