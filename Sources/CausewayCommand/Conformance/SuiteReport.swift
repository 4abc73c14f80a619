import Causeway
import CausewayJSON
import CausewayPrompts

/// A dialect with which the page of a suite reports its result, for a host in whose pages the command cannot run
/// scripts.
@MainActor final class SuiteReport: Dialect {
  let name = "suite-report"
  private let result = OneShot<String>()

  var pageScripts: [PageScript] {
    [PageScript(PackageResources.suite_report_js, function: "suiteReport", arguments: [.string(name)])]
  }

  /// Waits for the result, as JSON text.
  /// - Throws: ``PageError`` if the suite stopped with an error.
  func value() async throws -> String { try await result.value() }

  func decode(_ body: Body, within limits: Limits) -> Incoming {
    if let text = body.value?["result"]?.stringValue, !text.isEmpty {
      result.settle(.success(text))
    } else {
      let reason = body.value?["error"]?.stringValue ?? "it has no result"
      result.settle(.failure(PageError("the suite stopped with an error: \(reason)")))
    }
    return .event(name: "result", data: nil)
  }

  func encode(_ outcome: Outcome, of request: Request) -> Reply { .none }
}
