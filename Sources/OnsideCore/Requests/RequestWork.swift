/// The work of a request object: at most one task at a time, which is cancelled when the object is deallocated.
@MainActor final class RequestWork {
  private var task: Task<Void, Never>?

  /// Starts the work, unless it is running already. Reports the result at the end, unless the work was stopped.
  /// - Parameter work: returns a closure that reports the result.
  func start(_ work: @escaping @MainActor () async -> (@MainActor () -> Void)) {
    guard task == nil else { return }
    task = Task { [weak self] in
      let tell = await work()
      guard !Task.isCancelled, let self else { return }
      self.task = nil
      tell()
    }
  }

  /// Cancels the work, so that no result is reported.
  func stop() {
    task?.cancel()
    task = nil
  }

  deinit {
    task?.cancel()
  }
}
