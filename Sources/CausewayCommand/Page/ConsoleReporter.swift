import Causeway
import CausewayTool
import WebKit

/// A message handler that prints a page's console output and uncaught errors on standard error.
@MainActor final class ConsoleReporter: NSObject, WKScriptMessageHandler {
  private static let name = "causewayConsole"

  /// Starts to print the console output of a content controller's pages.
  static func attach(to controller: WKUserContentController) {
    controller.add(ConsoleReporter(), name: name)
    let script = PageScript(
      PackageResources.console_js, function: "consoleReporter", arguments: [.string(name)], takesRuntime: false)
    controller.addUserScript(
      WKUserScript(source: script.standalone, injectionTime: .atDocumentStart, forMainFrameOnly: false))
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let text = message.body as? String else { return }
    let frame = message.frameInfo.isMainFrame ? "" : " [sub-frame]"
    StandardError.print("     console\(frame)  \(Redactor.standard.redact(text))")
  }
}
