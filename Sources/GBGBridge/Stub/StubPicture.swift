import Foundation

/// A picture that a stub camera took.
struct StubPicture: Hashable, Sendable {
  /// The encoded picture.
  let data: Data
  /// In pixels.
  let width: Int
  /// In pixels.
  let height: Int

  /// A picture as `stub-camera.js` posts it; nil for anything else.
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
  /// What the published stub gives: a PNG.
  init(_ picture: StubPicture) {
    self.init(
      imageData: picture.data, width: picture.width, height: picture.height, mimeType: StubSubject.document.mimeType)
  }
}

extension SelfieCaptureResult {
  /// What the published stub gives: a JPEG, which also stands in for the biometric blobs.
  init(_ picture: StubPicture) {
    self.init(
      previewImageData: picture.data, width: picture.width, height: picture.height,
      mimeType: StubSubject.selfie.mimeType, encryptedBlob: picture.data, unencryptedBlob: picture.data)
  }
}

/// What a stub camera takes a picture of.
enum StubSubject: String, Sendable {
  case document
  case selfie

  /// The format of the picture.
  var mimeType: String {
    switch self {
    case .document: "image/png"
    case .selfie: "image/jpeg"
    }
  }
}
