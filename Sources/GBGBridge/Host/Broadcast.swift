/// Tells any number of listeners of changes, each in its own sequence. Changes of one turn of the main actor are one,
/// and who is slow gets the newest alone.
@MainActor final class Broadcast<Value: Sendable> {
  private var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
  private var latest = 0
  private var isScheduled = false

  /// A value now, and the newest after each change.
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

  /// Tells everybody soon, with what the value is by then; nil if there is none any more.
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
