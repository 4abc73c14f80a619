import Foundation

/// A picture that a stub camera took.
struct StubPicture: Hashable, Sendable {
  /// The encoded picture.
  let data: Data
  /// The picture's width, in pixels.
  let width: Int
  /// The picture's height, in pixels.
  let height: Int

  /// Reads a picture that `stub-camera.js` posted; nil for any other body.
  init?(_ body: Any) {
    guard let body = body as? [String: Any], let image = body["image"] as? String,
      let data = Data(base64Encoded: image), !data.isEmpty, let width = body["width"] as? Int,
      let height = body["height"] as? Int
    else { return nil }
    self.data = data
    self.width = width
    self.height = height
  }
}

extension DocumentCaptureResult {
  /// Creates the result that GBG's published stub also returns: a PNG.
  init(_ picture: StubPicture) {
    self.init(
      imageData: picture.data, width: picture.width, height: picture.height, mimeType: StubSubject.document.mimeType)
  }
}

extension SelfieCaptureResult {
  /// Creates the result that GBG's published stub also returns: a JPEG, which is also used as the biometric blobs.
  init(_ picture: StubPicture) {
    self.init(
      previewImageData: picture.data, width: picture.width, height: picture.height,
      mimeType: StubSubject.selfie.mimeType, encryptedBlob: picture.data, unencryptedBlob: picture.data)
  }
}

/// The subject of a stub camera's picture.
enum StubSubject: String, Sendable {
  case document
  case selfie

  /// The picture's format, as a MIME type.
  var mimeType: String {
    switch self {
    case .document: "image/png"
    case .selfie: "image/jpeg"
    }
  }
}
