/// What a request object is doing: one thing at a time, that ends with the object.
@MainActor final class RequestWork {
  private var task: Task<Void, Never>?

  /// Does the work, unless it is being done already, and then tells of it, unless it was stopped meanwhile.
  /// - Parameter work: gives how its end is to be told.
  func start(_ work: @escaping @MainActor () async -> (@MainActor () -> Void)) {
    guard task == nil else { return }
    task = Task { [weak self] in
      let tell = await work()
      guard !Task.isCancelled, let self else { return }
      self.task = nil
      tell()
    }
  }

  /// Lets nothing more be told.
  func stop() {
    task?.cancel()
    task = nil
  }

  deinit {
    task?.cancel()
  }
}
