import Causeway
import CausewayTool
import WebKit

/// A line of a page's console: output of the page, or an uncaught error.
struct ConsoleLine {
  /// `error`, `warn`, `info`, `log` or `debug`.
  let level: String
  /// The text, with secrets redacted.
  let text: String
  let isMainFrame: Bool
  /// Whether the line is an uncaught error, an unhandled rejection or a file that could not be loaded, and no output of the
  /// page.
  let isProblem: Bool

  /// Returns the line with at most this number of characters. The rest of a longer text is replaced by an ellipsis.
  func cut(to length: Int) -> ConsoleLine {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return ConsoleLine(
      level: level, text: String(scalars[..<end]) + "…", isMainFrame: isMainFrame, isProblem: isProblem)
  }
}

/// A message handler that receives a page's console output and uncaught errors.
@MainActor final class ConsoleReporter: NSObject, WKScriptMessageHandler {
  private static let name = "causewayConsole"

  private let output: @MainActor (ConsoleLine) -> Void

  private init(_ output: @escaping @MainActor (ConsoleLine) -> Void) {
    self.output = output
  }

  /// Starts to pass on the console output of a content controller's pages.
  ///
  /// - Parameter output: receives each line; by default prints it on standard error.
  static func attach(
    to controller: WKUserContentController, output: @escaping @MainActor (ConsoleLine) -> Void = printLine
  ) {
    controller.add(ConsoleReporter(output), name: name)
    let script = PageScript(
      PageScript.jsonWriter, PackageResources.console_js, function: "consoleReporter", arguments: [.string(name)],
      takesRuntime: false)
    controller.addUserScript(
      WKUserScript(source: script.standalone, injectionTime: .atDocumentStart, forMainFrameOnly: false))
  }

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let text = message.body as? String, let space = text.firstIndex(of: " ") else { return }
    let level = String(text[..<space])
    let isProblem = level == "problem"
    output(
      ConsoleLine(
        level: isProblem ? "error" : level, text: Redactor.standard.redact(String(text[text.index(after: space)...])),
        isMainFrame: message.frameInfo.isMainFrame, isProblem: isProblem))
  }

  private static func printLine(_ line: ConsoleLine) {
    StandardError.print("     console\(line.isMainFrame ? "" : " [sub-frame]")  \(line.level) \(line.text)")
  }
}
