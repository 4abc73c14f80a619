import Causeway
import CausewayJOSE
import CausewayJSON
import Foundation

/// The script element that connects a document with a bridge.
struct DocumentScript {
  /// The path of the document's WebSocket.
  static let path = "/__causeway/document"
  /// The attribute with the document's token and the token of its frames. The tokens are not part of the script, so that
  /// the script is the same for all documents.
  private static let attribute = "data-causeway"

  private let source: String
  /// The source expression that allows the script in a Content-Security-Policy.
  let hash: String

  @MainActor init(of bridge: Bridge) {
    let transport = PageScript(
      PackageResources.socket_transport_js, PackageResources.local_frames_js,
      PackageResources.frame_hooks_js, function: "causewaySocketTransport",
      arguments: [.string(Self.path), .string(Self.attribute)])
    source = "\n" + Self.embeddable(bridge.documentScript(transport: transport))
    hash = "'sha256-\(Data(SHA256Hash(of: source).bytes).base64EncodedString())'"
  }

  /// Returns a script in a form that means the same in every encoding and does not end its element.
  private static func embeddable(_ script: String) -> String {
    var text = ""
    for unit in script.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--").utf16 {
      if unit < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }

  /// Returns the script for one document.
  /// - Parameters:
  ///   - tokens: the document's token and the token of its frames.
  ///   - connections: the source expressions of the script's connections.
  func inserted(tokens: String, connections: [String]) -> InsertedScript {
    InsertedScript(
      attributes: "\(Self.attribute)=\"\(tokens)\"", source: source, hash: hash, connections: connections)
  }
}
