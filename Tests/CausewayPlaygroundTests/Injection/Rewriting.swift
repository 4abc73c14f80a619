import Foundation

@testable import CausewayPlayground

/// Functions that change whole documents as the server does.
enum Rewriting {
  static let script = InsertedScript(
    attributes: "data-causeway=\"t\"", source: "s", hash: "'sha256-AAAA'",
    connections: ["ws://localhost:8080/__causeway/"])

  /// Returns the document, which is given in parts of `size` bytes, and the head of its response.
  static func whole(
    _ html: Data, type: String? = "text/html", allowsSniffing: Bool = true, partsOf size: Int = .max
  ) -> (head: DocumentRewriter.Head?, document: Data) {
    var rewriter = DocumentRewriter(contentType: type, allowsSniffing: allowsSniffing, script: script)
    var document = Data()
    var rest = html
    while !rest.isEmpty {
      document += rewriter.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    document += rewriter.finish()
    return (rewriter.head, document)
  }

  /// Returns the document with a mark for the script.
  static func marked(_ html: String, type: String? = "text/html", partsOf size: Int = .max) -> String {
    mark(String(decoding: whole(Data(html.utf8), type: type, partsOf: size).document, as: UTF8.self))
  }

  /// Replaces the script by a mark.
  static func mark(_ document: String) -> String {
    document.replacing(script.html, with: "|").replacing(script.xml, with: "|")
  }
}
