import Causeway
import Foundation

extension ContractPage.Function {
  /// Calls the function, and updates a Foundation `Progress` with the fractions that the page reports.
  ///
  ///     let progress = Progress(totalUnitCount: 100)
  ///     bar.observedProgress = progress
  ///     let picture = try await page.render(album, progress: progress)
  ///
  /// Keeps `totalUnitCount`, or sets it to 100 if it is not positive. When the function has returned, the progress is
  /// complete. If `progress` is cancelled, the call is withdrawn, and this method throws ``PageCallError/cancelled``.
  ///
  /// Otherwise throws what `callAsFunction(_:deadline:onProgress:)` throws.
  @discardableResult public func callAsFunction(
    _ parameters: Parameters, deadline: Capability.Deadline = .standard, progress: Progress
  ) async throws -> Result {
    try await progress.follow { report in
      try await self(parameters, deadline: deadline, onProgress: report)
    }
  }
}

extension ContractPage.Function where Parameters == Nothing {
  /// Calls the function, which has no parameters. See `callAsFunction(_:deadline:progress:)`.
  @discardableResult public func callAsFunction(
    deadline: Capability.Deadline = .standard, progress: Progress
  ) async throws -> Result {
    try await self(Nothing(), deadline: deadline, progress: progress)
  }
}

extension ContractPage.ReportingFunction where Progress == Double {
  /// Calls the function, and updates a Foundation `Progress`. See ``ContractPage/Function``.
  @discardableResult public func callAsFunction(
    _ parameters: Parameters, deadline: Capability.Deadline = .standard, progress: Foundation.Progress
  ) async throws -> Result {
    try await progress.follow { report in
      try await self(parameters, deadline: deadline, onProgress: report)
    }
  }
}

extension Progress {
  /// Runs a call, and sets the completed units according to the fractions that the call reports.
  @MainActor fileprivate func follow<Result: Sendable>(
    _ call: @escaping @MainActor (_ report: @escaping @MainActor (Double) -> Void) async throws -> Result
  ) async throws -> Result {
    if totalUnitCount <= 0 { totalUnitCount = 100 }
    let task = Task { @MainActor in
      try await call { fraction in
        // Limit the fraction, because a page may report any number.
        let units = Double(self.totalUnitCount) * min(max(fraction, 0), 1)
        // The nearest Double of a large total can be larger than every Int64.
        self.completedUnitCount = Int64(exactly: units.rounded(.down)) ?? self.totalUnitCount
      }
    }
    let former = cancellationHandler
    cancellationHandler = {
      task.cancel()
      former?()
    }
    defer { cancellationHandler = former }
    if isCancelled { task.cancel() }
    let result = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    completedUnitCount = totalUnitCount
    return result
  }
}
