import CCurlShims
import Glibc
import Threads

/// Carries the parts of a loop to the thread that runs it.
final class CurlThread: Sendable {
    private let handle: CurlHandle
    private let mailbox: CurlMailbox
    private let options: TransportOptions

    /// Keeps what the loop will need.
    init(handle: CurlHandle, mailbox: CurlMailbox, options: TransportOptions) {
        self.handle = handle
        self.mailbox = mailbox
        self.options = options
    }

    /// Starts the thread; false if the system gives none.
    func run() -> Bool {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, curlThreadMain, context.toOpaque())
        guard failure == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// The life of the thread.
    fileprivate func main() {
        WorkerThread.prepare(named: "saldovakt-http")
        var loop = CurlLoop(handle: handle, mailbox: mailbox, options: options)
        loop.run()
    }
}

/// Entered on the new thread; free of any actor, as a function that C calls has to be.
private func curlThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().main()
    return nil
}
