import CausewayContract
import CausewayJSON

extension ContractPage {
  /// A function of the page whose progress has a type.
  public subscript<Parameters, Result, Progress>(
    dynamicMember member: KeyPath<Declared, Reporting<PageFunction<Parameters, Result>, Progress>>
  ) -> ReportingFunction<Parameters, Result, Progress> {
    ReportingFunction(page: self, declaration: contract[keyPath: member].declaration)
  }

  /// A function of the page that reports progress of a type, and can be called.
  @MainActor
  public struct ReportingFunction<
    Parameters: Codable & Sendable, Result: Codable & Sendable, Progress: Codable & Sendable
  > {
    let page: ContractPage
    let declaration: Declaration

    /// Calls the function. `ContractPage/Function/callAsFunction(_:deadline:onProgress:)` describes the errors.
    /// - Parameter onProgress: receives the values that the page reports by `context.report`. A value of another type
    ///   is dropped, because the result does not depend on it; the log of the bridge reports the dropped value.
    @discardableResult public func callAsFunction(
      _ parameters: Parameters, deadline: Capability.Deadline = .standard,
      onProgress: (@MainActor (Progress) -> Void)? = nil
    ) async throws -> Result {
      let report = onProgress.map { report in { @MainActor in self.decode($0, for: report) } }
      let answer = try await page.conversation.call(
        declaration.name, try encodeResult(parameters), in: page.dialect, deadline: deadline, onProgress: report)
      return try (answer ?? .null).decodeAnswer()
    }

    private func decode(_ value: JSONValue, for report: @MainActor (Progress) -> Void) {
      let progress: Progress
      do {
        progress = try value.decodeAnswer()
      } catch {
        return page.conversation.bridge.write(
          "\(page.dialect): progress of \(declaration.name) is dropped, because its type is not the declared type: "
            + "\(error)", about: .page)
      }
      report(progress)
    }
  }
}

extension ContractPage.ReportingFunction where Parameters == Nothing {
  /// Calls the function, which has no parameters. See `callAsFunction(_:deadline:onProgress:)`.
  @discardableResult public func callAsFunction(
    deadline: Capability.Deadline = .standard, onProgress: (@MainActor (Progress) -> Void)? = nil
  ) async throws -> Result {
    try await callAsFunction(Nothing(), deadline: deadline, onProgress: onProgress)
  }
}
