import CausewayJSON
import Foundation

/// The outcome of a capture.
public enum CaptureResult: Hashable, Sendable {
  /// A picture of a document.
  case document(DocumentCaptureResult)
  /// The user cancelled. `reason` is a text for the page.
  case cancelled(reason: String)
  /// A picture of the user.
  case selfie(SelfieCaptureResult)
  /// The capture failed.
  case failed(BridgeErrorPayload)
}

/// A picture of a document.
public struct DocumentCaptureResult: Hashable, Sendable {
  /// The encoded picture, in the format of ``mimeType``.
  public var imageData: Data
  /// The picture's width, in pixels.
  public var width: Int
  /// The picture's height, in pixels.
  public var height: Int
  /// The picture's format, such as `image/jpeg`.
  public var mimeType: String

  /// Creates the result of a document capture.
  public init(imageData: Data, width: Int, height: Int, mimeType: String) {
    self.imageData = imageData
    self.width = width
    self.height = height
    self.mimeType = mimeType
  }
}

/// A picture of the user, and the biometric data that belong to it.
public struct SelfieCaptureResult: Hashable, Sendable {
  /// The encoded picture, which the page may show.
  public var previewImageData: Data
  /// The picture's width, in pixels.
  public var width: Int
  /// The picture's height, in pixels.
  public var height: Int
  /// The picture's format, such as `image/jpeg`.
  public var mimeType: String
  /// The biometric data that a camera SDK encrypted for its server; nil if there are none.
  public var encryptedBlob: Data?
  /// The biometric data without encryption; nil if there are none.
  public var unencryptedBlob: Data?

  /// Creates the result of a selfie capture.
  public init(
    previewImageData: Data, width: Int, height: Int, mimeType: String, encryptedBlob: Data? = nil,
    unencryptedBlob: Data? = nil
  ) {
    self.previewImageData = previewImageData
    self.width = width
    self.height = height
    self.mimeType = mimeType
    self.encryptedBlob = encryptedBlob
    self.unencryptedBlob = unencryptedBlob
  }
}

extension CaptureResult {
  /// Returns the data of a success response, with pictures as base64. For every other outcome, throws the answer to
  /// send.
  ///
  /// The response for a document repeats the request's `documentType` and `side`.
  func wireData(for request: BridgeMessage) throws(BridgeRefusal) -> [String: JSONValue] {
    switch self {
    case .document(let result):
      var data = picture(result.imageData, result.width, result.height, result.mimeType)
      data["documentType"] = request.payload.data?["documentType"]
      data["side"] = request.payload.data?["side"]
      return data
    case .selfie(let result):
      var data = picture(result.previewImageData, result.width, result.height, result.mimeType)
      data["encryptedBlob"] = result.encryptedBlob.map(base64)
      data["unencryptedBlob"] = result.unencryptedBlob.map(base64)
      return data
    case .cancelled(let reason): throw .cancelled(reason: reason)
    case .failed(let error): throw BridgeRefusal(.error, error: error)
    }
  }

  private func picture(_ data: Data, _ width: Int, _ height: Int, _ mimeType: String) -> [String: JSONValue] {
    [
      "imageData": base64(data), "mimeType": .string(mimeType), "width": .number(Double(width)),
      "height": .number(Double(height)),
    ]
  }

  private func base64(_ data: Data) -> JSONValue { .string(data.base64EncodedString()) }
}
