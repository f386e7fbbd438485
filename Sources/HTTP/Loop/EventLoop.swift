/// A loop of events that a program runs anyway, and that can carry others' waiting beside its own.
///
/// A transport that is given one needs no thread, and no step of a request changes threads.
public protocol EventLoop: Sendable {
    /// Has the loop serve a source from now on, on the loop's own thread; on any thread.
    func adopt(_ source: any EventSource)

    /// Has the loop serve its sources soon; on any thread, and cheap on the loop's own.
    func nudge()
}
