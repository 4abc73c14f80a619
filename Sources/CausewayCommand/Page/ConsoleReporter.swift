import Causeway
import WebKit

/// Prints what a page writes to its console, and what it does not catch, on standard error.
@MainActor final class ConsoleReporter: NSObject, WKScriptMessageHandler {
  private static let name = "causewayConsole"

  /// Listens to the pages of a content controller.
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
