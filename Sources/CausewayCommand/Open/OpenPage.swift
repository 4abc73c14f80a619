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

/// Does work with a page, which has come to its end when this returns, however the work ended: the process may exit
/// then.
///
/// - Throws: ``Terminated`` after a signal that asks the program to end.
@MainActor func withOpenPage(
  _ work: @escaping @MainActor (OpenPage) async throws -> ExitCode
) async throws -> ExitCode {
  let termination = Termination()
  TemporaryFolder.removeLeftovers()
  let open = OpenPage()
  do {
    let value = try await untilTerminated(by: termination) { try await work(open) }
    await open.replace(with: nil)
    return value
  } catch {
    await open.replace(with: nil)
    throw error
  }
}

/// Does the work, unless a signal asks the program to end before: then the work is left as it is.
@MainActor private func untilTerminated(
  by termination: Termination, _ work: @escaping @MainActor () async throws -> ExitCode
) async throws -> ExitCode {
  var waiting: CheckedContinuation<ExitCode, any Error>?
  func end(_ result: Result<ExitCode, any Error>) {
    waiting?.resume(with: result)
    waiting = nil
  }
  return try await withCheckedThrowingContinuation { continuation in
    waiting = continuation
    Task {
      do {
        end(.success(try await work()))
      } catch {
        end(.failure(error))
      }
    }
    Task { end(.failure(Terminated(signal: await termination.wait()))) }
  }
}
