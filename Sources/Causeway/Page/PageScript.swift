import CausewayJSON

/// A script for pages: a call of a JavaScript function, with its arguments.
///
/// Values are passed to a page script only as arguments, written as JSON that is safe inside any script. A value is
/// never inserted into code.
public struct PageScript: Hashable, Sendable {
  /// The texts of the JavaScript files. Each file declares one function: ``function``, or a function that it needs.
  public let sources: [String]
  /// The function's name.
  public let function: String
  /// The arguments of the call, after the runtime if ``takesRuntime`` is true.
  public let arguments: [JSONValue]
  /// Whether the function's first argument is the page runtime.
  public let takesRuntime: Bool

  /// Creates a script from the bytes of embedded `.js` files.
  public init(_ sources: [UInt8]..., function: String, arguments: [JSONValue] = [], takesRuntime: Bool = true) {
    self.sources = sources.map { String(decoding: $0, as: UTF8.self) }
    self.function = function
    self.arguments = arguments
    self.takesRuntime = takesRuntime
  }

  /// The complete text of the script, for a host that injects it without the page runtime.
  public var standalone: String {
    """
    (() => {
    "use strict";
    \(sources.map(Self.compact).joined(separator: "\n"))
    \(call());
    })();
    """
  }

  /// Returns the expression that calls the function.
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
  /// The file of the function `jsonWriter`, for page scripts that write JSON without the page runtime.
  package static var jsonWriter: [UInt8] { PackageResources.json_writer_js }

  /// Returns the whole script for a document: the page runtime with the host's transport, then each dialect's script
  /// with the runtime.
  ///
  /// The parts share a scope that the page cannot access. It is a block and not a function, because WebKit would parse the
  /// text of a function again for each document. If the script runs a second time in a document, it does nothing. WebKit
  /// runs it again when a page calls `document.open`.
  static func document(transport: PageScript, scripts: [PageScript]) -> String {
    let runtime = PageScript(jsonWriter, PackageResources.runtime_js, function: "causewayRuntime")
    var sources: [String] = []
    for source in ([runtime, transport] + scripts).flatMap(\.sources) where !sources.contains(source) {
      sources.append(source)
    }
    let calls = scripts.map { "  \($0.call(with: $0.takesRuntime ? "runtime" : nil));" }
    return """
      "use strict";
      {
      \(sources.map(compact).joined(separator: "\n"))
      const runtime = \(runtime.call(with: transport.call()));
      if (runtime) {
      \(calls.joined(separator: "\n"))
      }
      }
      """
  }
}
