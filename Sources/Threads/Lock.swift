#if TSAN
    import Glibc

    /// Guards a value; one reader or writer at a time.
    ///
    /// This form is for builds under ThreadSanitizer, which does not see that
    /// `Synchronization.Mutex` orders its accesses and reports each of them as a race.
    public final class Lock<Value: Sendable>: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private var value: Value

        public init(_ value: Value) {
            self.value = value
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Runs `body` with exclusive access; it must not wait for anything.
        public func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }
    }
#else
    public import Synchronization

    /// Guards a value; one reader or writer at a time.
    ///
    /// It is a class, so that it can be captured and shared, and is built on
    /// `Synchronization.Mutex`. Its storage is visible to callers in other modules, because a lock
    /// of an opaque type would cost ten times as much.
    ///
    /// ```swift
    /// let count = Lock(0)
    /// count.withLock { $0 += 1 }
    /// ```
    public final class Lock<Value: Sendable>: Sendable {
        /// The value and its lock; not private, so that users see through it.
        @usableFromInline let mutex: Mutex<Value>

        @inlinable public init(_ value: Value) { mutex = Mutex(value) }

        /// Runs `body` with exclusive access; it must not wait for anything.
        @inlinable public func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try mutex.withLock { (value) throws(Failure) in try body(&value) }
        }
    }
#endif
