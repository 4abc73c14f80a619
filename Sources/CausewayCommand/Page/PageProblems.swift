import Causeway
import CausewayTool
import WebKit

/// The problems of a page that a browser would write into its console: uncaught errors, unhandled rejections, and files
/// that could not be loaded.
@MainActor final class PageProblems: NSObject, WKScriptMessageHandler {
  /// The number of problems so far.
  private(set) var count = 0
  private let isPrinted: Bool

  /// - Parameter isPrinted: whether the problems are printed on standard error. With `--verbose`, the output of the console
  ///   already has them.
  init(isPrinted: Bool) {
    self.isPrinted = isPrinted
  }

  private static let name = "causewayProblems"

  /// Starts to watch the pages of a content controller.
  func watch(_ controller: WKUserContentController) {
    let world = WKContentWorld.world(name: Self.name)
    controller.add(self, contentWorld: world, name: Self.name)
    let script = PageScript(
      PackageResources.problems_js, function: "problemReporter", arguments: [.string(Self.name)], takesRuntime: false)
    controller.addUserScript(
      WKUserScript(
        source: script.standalone, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world))
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let text = message.body as? String else { return }
    let frame = message.frameInfo.isMainFrame ? "" : "in a sub-frame: "
    report("page: \(frame)\(Redactor.standard.redact(text))")
  }

  /// Prints the cause of a problem. Does not count it, because the page may handle it.
  func explain(_ text: String) { StandardError.print("page: \(text)") }

  /// Counts and prints a problem that the command itself has noticed.
  func report(_ text: String) {
    count += 1
    if isPrinted { StandardError.print(text) }
  }
}
