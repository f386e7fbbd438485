/// What the desktop tells by itself, on its way to whoever listens.
struct DesktopStreams: Sendable {
    /// Clicks on popups; the newest 16 are kept while nobody listens.
    let actions: AsyncStream<DesktopAction>
    /// One value each time a notification daemon starts to serve.
    let readiness: AsyncStream<Void>
    private let actionsIn: AsyncStream<DesktopAction>.Continuation
    private let readinessIn: AsyncStream<Void>.Continuation

    /// Makes open streams.
    init() {
        (actions, actionsIn) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
        (readiness, readinessIn) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Passes a click on.
    func report(_ action: DesktopAction) {
        actionsIn.yield(action)
    }

    /// Says that a daemon serves now.
    func reportReady() {
        readinessIn.yield()
    }

    /// Ends both streams.
    func finish() {
        actionsIn.finish()
        readinessIn.finish()
    }
}
