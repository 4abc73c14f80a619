import Foundation
import GBGBridge

extension CaptureResult {
  /// A picture of a document, of two bytes whose base64 needs the standard alphabet's last characters and padding.
  static let passport = CaptureResult.document(
    DocumentCaptureResult(imageData: Data([0xFB, 0xFF]), width: 4000, height: 3000, mimeType: "image/jpeg"))
}

/// Keeps what the host tells its delegate.
@MainActor final class Delegate: BridgeHostDelegate {
  private(set) var messages: [BridgeMessage] = []
  var onMessage: ((BridgeHost, BridgeMessage) -> Void)?

  func bridgeHost(_ host: BridgeHost, didReceive message: BridgeMessage) {
    messages.append(message)
    onMessage?(host, message)
  }
}
