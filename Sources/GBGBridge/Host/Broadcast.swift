/// Tells any number of listeners of changes, each in its own sequence. Who is slow gets the newest alone.
@MainActor final class Broadcast<Value: Sendable> {
  private var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  private var latest = 0

  /// A value now, and every one that is sent after it.
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

  /// Tells everybody.
  func send(_ value: @autoclosure () -> Value) {
    guard !listeners.isEmpty else { return }
    let value = value()
    for listener in listeners.values { listener.yield(value) }
  }

  deinit {
    for listener in listeners.values { listener.finish() }
  }
}
