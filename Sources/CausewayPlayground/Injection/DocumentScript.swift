import Causeway
import CausewayJSON
import Foundation

/// The script element that connects a document with a bridge.
struct DocumentScript {
  /// The path of the document's WebSocket.
  static let path = "/__causeway/document"
  /// The attribute with the document's token. The token is no part of the script, so that the script is the same for all
  /// documents.
  private static let attribute = "data-causeway"

  private let source: String

  @MainActor init(of bridge: Bridge) {
    let transport = PageScript(
      PackageResources.socket_transport_js, function: "causewaySocketTransport",
      arguments: [.string(Self.path), .string(Self.attribute)])
    source = bridge.documentScript(transport: transport)
  }

  /// Returns the HTML with the script, before everything that can run.
  func insert(into html: Data, token: String) -> Data {
    let place = DocumentHead.offset(in: html)
    var result = Data(capacity: html.count + source.utf8.count + 100)
    result += html.prefix(place)
    result += Data("<script \(Self.attribute)=\"\(token)\">\n\(source)</script>".utf8)
    result += html.dropFirst(place)
    return result
  }
}
