/// A broadcast of a value's changes to any number of listeners, each with its own sequence. Several changes in one turn
/// of the main actor are sent as one, and a slow listener gets only the newest value.
@MainActor final class Broadcast<Value: Sendable> {
  private var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  private var latest = 0
  private var isScheduled = false

  /// Returns a sequence of the given value and of the newest value after each change.
  func stream(from value: Value) -> AsyncStream<Value> {
    let (stream, listener) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    latest += 1
    let number = latest
    listeners[number] = listener
    listener.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners[number] = nil }
    }
    listener.yield(value)
    return stream
  }

  /// Schedules a notification of all listeners. `value` is called at that time and returns the value to send, or nil if
  /// its owner was released.
  func changed(_ value: @escaping @MainActor () -> Value?) {
    guard !listeners.isEmpty, !isScheduled else { return }
    isScheduled = true
    Task {
      isScheduled = false
      guard let value = value() else { return }
      for listener in listeners.values { listener.yield(value) }
    }
  }

  deinit {
    for listener in listeners.values { listener.finish() }
  }
}
