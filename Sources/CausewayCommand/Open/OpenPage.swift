/// The page that a command has open: one at a time.
@MainActor final class OpenPage {
  private var session: PageSession?

  /// Opens another page, once the one before has come to its end.
  func replace(with next: PageSession?) async {
    let previous = session
    session = next
    await previous?.end()
  }
}

/// Does work with a page, which has come to its end when this returns, however the work ended: the process may exit then.
@MainActor func withOpenPage<Value>(_ work: @MainActor (OpenPage) async throws -> Value) async throws -> Value {
  let open = OpenPage()
  do {
    let value = try await work(open)
    await open.replace(with: nil)
    return value
  } catch {
    await open.replace(with: nil)
    throw error
  }
}
