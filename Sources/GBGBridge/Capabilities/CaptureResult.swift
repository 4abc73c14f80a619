import Causeway
import CausewayJSON
import Foundation

/// How a capture ended.
public enum CaptureResult: Hashable, Sendable {
  /// A picture of a document.
  case document(DocumentCaptureResult)
  /// The user cancelled; the reason in words.
  case cancelled(reason: String)
  /// A picture of the person.
  case selfie(SelfieCaptureResult)
  /// It went wrong.
  case failed(BridgeErrorPayload)
}

/// A picture of a document.
public struct DocumentCaptureResult: Hashable, Sendable {
  /// The encoded picture.
  public var imageData: Data
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// Such as `image/jpeg`.
  public var mimeType: String

  /// A picture.
  public init(imageData: Data, width: Int, height: Int, mimeType: String) {
    self.imageData = imageData
    self.width = width
    self.height = height
    self.mimeType = mimeType
  }
}

/// A picture of the person, and the biometric data that belong to it.
public struct SelfieCaptureResult: Hashable, Sendable {
  /// The encoded picture, as the page may show it.
  public var previewImageData: Data
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// Such as `image/jpeg`.
  public var mimeType: String
  /// What a camera kit encrypted for its server; nil if there is none.
  public var encryptedBlob: Data?
  /// The same in the clear; nil if there is none.
  public var unencryptedBlob: Data?

  /// A picture.
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
  /// The data of the success response, pictures as base64; throws the answer that is no success.
  ///
  /// A document's response repeats what the request said of the document.
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
