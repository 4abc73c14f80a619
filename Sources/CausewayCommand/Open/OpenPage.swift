import CausewayTool

/// The open page of a command. A command has one page at a time.
@MainActor final class OpenPage {
  private var session: PageSession?

  /// Stores the next page and ends the previous one.
  func replace(with next: PageSession?) async {
    let previous = session
    session = next
    await previous?.end()
  }
}

/// Runs `work` with a page. The page has ended when this function returns or throws, so that the process may exit.
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

/// Runs `work` until it ends or a signal asks the program to end. After a signal, the function throws and does not wait
/// for the work.
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
