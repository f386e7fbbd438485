/// Takes the watcher's events; must return at once.
public typealias WatchObserver = @Sendable (WatchEvent) -> Void
