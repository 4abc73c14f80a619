/// Something that is asked for once, however many wait for it, and again only if it failed.
@MainActor final class SharedRequest<Value: Sendable, Failure: Error> {
  private var task: Task<Result<Value, Failure>, Never>?

  /// The value, from the request that is under way or has succeeded, or else from a new one.
  func value(_ request: @escaping @MainActor () async -> Result<Value, Failure>) async throws(Failure) -> Value {
    let task = self.task ?? Task { await request() }
    self.task = task
    let result = await task.value
    if case .failure = result, self.task == task { self.task = nil }
    return try result.get()
  }
}
