extension Body {
    /// Whether it looks at what is scheduled.
    var readsScheduledItems: Bool {
        condition?.leaves.contains { leaf in
            if case .forecast = leaf { return true }
            return leaf.quantities.contains { quantity in
                if case .upcomingPayments = quantity.kind { true } else { false }
            }
        } ?? false
    }

    /// Whether it looks at whether notifications get through.
    var readsChannels: Bool {
        condition?.leaves.contains { leaf in
            guard case .health(let health) = leaf else { return false }
            return health.kind == .notificationsFailing
        } ?? false
    }

    /// Whether it looks at how long something of the program or its banks has been so.
    var readsAge: Bool {
        condition?.leaves.contains { leaf in
            guard case .health(let health) = leaf else { return false }
            return switch health.kind {
            case .dataOlder, .notificationsFailing: true
            case .bankUnreachable, .signInExpires: false
            }
        } ?? false
    }
}
