import CausewayJSON

/// A script for pages: one JavaScript function in a file of its own, and the arguments that it is called with.
///
/// Values reach a page script as arguments only, written as JSON that is safe inside any script; no value is ever
/// spliced into code.
public struct PageScript: Hashable, Sendable {
  /// The files' texts, each the declaration of one function: those that it needs, and its own.
  public let sources: [String]
  /// The function's name.
  public let function: String
  /// What it is called with, after the runtime if it takes that.
  public let arguments: [JSONValue]
  /// Whether its first argument is the page runtime.
  public let takesRuntime: Bool

  /// A script from the bytes of embedded `.js` files.
  public init(_ sources: [UInt8]..., function: String, arguments: [JSONValue] = [], takesRuntime: Bool = true) {
    self.sources = sources.map { String(decoding: $0, as: UTF8.self) }
    self.function = function
    self.arguments = arguments
    self.takesRuntime = takesRuntime
  }

  /// The script for itself, as a host without the page runtime injects it.
  public var standalone: String {
    """
    (() => {
    "use strict";
    \(sources.joined(separator: "\n"))
    \(call());
    })();
    """
  }

  /// The expression that calls the function.
  fileprivate func call(with first: String? = nil) -> String {
    let literals = arguments.map { argument in
      var bytes: [UInt8] = []
      argument.write(into: &bytes, style: .scriptSafe)
      return String(decoding: bytes, as: UTF8.self)
    }
    return "\(function)(\(((first.map { [$0] } ?? []) + literals).joined(separator: ", ")))"
  }
}

extension PageScript {
  /// The whole script for a document: the page runtime on a host's transport, then each dialect's surface on it.
  ///
  /// The parts share one scope that the page cannot reach. Run a second time for the same document (a page that calls
  /// `document.open` makes WebKit do that), it does nothing.
  static func document(transport: PageScript, scripts: [PageScript]) -> String {
    let runtime = PageScript(PackageResources.runtime_js, function: "causewayRuntime")
    var sources: [String] = []
    for source in ([runtime, transport] + scripts).flatMap(\.sources) where !sources.contains(source) {
      sources.append(source)
    }
    let calls = scripts.map { "  \($0.call(with: $0.takesRuntime ? "runtime" : nil));" }
    return """
      (() => {
      "use strict";
      \(sources.joined(separator: "\n"))
      const runtime = \(runtime.call(with: transport.call()));
      if (runtime) {
      \(calls.joined(separator: "\n"))
      }
      })();
      """
  }
}
