import Foundation
import GBGBridge

extension CaptureResult {
  /// A picture of a document with two bytes. Their base64 text contains `+`, `/` and padding, which other alphabets
  /// write differently.
  static let passport = CaptureResult.document(
    DocumentCaptureResult(imageData: Data([0xFB, 0xFF]), width: 4000, height: 3000, mimeType: "image/jpeg"))
}

/// A delegate that records the messages from the host.
@MainActor final class Delegate: BridgeHostDelegate {
  private(set) var messages: [BridgeMessage] = []
  var onMessage: ((BridgeHost, BridgeMessage) -> Void)?

  func bridgeHost(_ host: BridgeHost, didReceive message: BridgeMessage) {
    messages.append(message)
    onMessage?(host, message)
  }
}
