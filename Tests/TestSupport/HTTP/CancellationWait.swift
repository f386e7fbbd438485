import HTTP

/// Suspends until the task is cancelled, and not otherwise.
public func waitForCancellation() async {
    let gate = LoopbackGate()
    await withTaskCancellationHandler {
        await gate.wait()
    } onCancel: {
        gate.open()
    }
}
