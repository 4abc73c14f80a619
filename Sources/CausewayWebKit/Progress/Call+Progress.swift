import Causeway
import Foundation

extension Call {
  /// Runs work that updates a Foundation `Progress`, such as an upload of `URLSession`, and reports the fraction that is done
  /// to the page while the work runs.
  ///
  ///     shop.export.handler { name, call in
  ///       let progress = Progress(totalUnitCount: 100)
  ///       return try await call.reporting(progress) { try await exporter.export(name, progress) }
  ///     }
  ///
  /// The fraction is read at an interval, because a `Progress` may change thousands of times per second, and a page
  /// shows few of these values. The page gets the fraction when it has changed, and gets the last value when the work
  /// has ended. If the page withdraws the call or goes away, `progress` is cancelled.
  ///
  /// - Parameters:
  ///   - progress: the progress of the work.
  ///   - interval: the time between two reports.
  ///   - work: the work. Its result and its errors are those of this method.
  @MainActor public func reporting<Result: Sendable>(
    _ progress: Progress, every interval: Duration = .milliseconds(100),
    _ work: @MainActor () async throws -> Result
  ) async throws -> Result {
    var reported: Double?
    func report() throws {
      let fraction = progress.fractionCompleted
      guard fraction != reported else { return }
      reported = fraction
      try self.report(fraction)
    }
    return try await withTaskCancellationHandler {
      let reporter = Task { @MainActor in
        while !Task.isCancelled {
          try report()
          try await Task.sleep(for: interval)
        }
      }
      defer { reporter.cancel() }
      let result = try await work()
      try report()
      return result
    } onCancel: {
      progress.cancel()
    }
  }
}

extension ReportingCall where Progress == Double {
  /// Runs work that updates a Foundation `Progress`, and reports the fraction that is done. See
  /// ``Causeway/Call/reporting(_:every:_:)``.
  @MainActor public func reporting<Result: Sendable>(
    _ progress: Foundation.Progress, every interval: Duration = .milliseconds(100),
    _ work: @MainActor () async throws -> Result
  ) async throws -> Result {
    try await call.reporting(progress, every: interval, work)
  }
}
