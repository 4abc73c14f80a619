#if canImport(SwiftUI)
import SwiftUI
#endif

/// A stand-in for a document camera, for development: it shows the camera, or a drawing where there is none, and gives one
/// picture as PNG. A person can choose a file instead. Nothing is checked, cropped or encrypted: do not ship it.
///
/// On Apple's platforms it is a SwiftUI view, and the app needs `NSCameraUsageDescription`. On Linux `show()` opens it in
/// a window.
@MainActor public struct StubDocumentCameraView {
  let screen: StubCameraScreen

  /// A camera that calls one of the two closures, once, on the main actor.
  public init(onCaptured: @escaping (DocumentCaptureResult) -> Void, onCancelled: @escaping () -> Void) {
    screen = StubCameraScreen(subject: .document) { picture in
      if let picture { onCaptured(DocumentCaptureResult(picture)) } else { onCancelled() }
    }
  }
}

/// A stand-in for a selfie camera, for development: it shows the front camera, or a drawing where there is none, and gives
/// one picture as JPEG. The same JPEG stands in for both biometric blobs. A person can choose a file instead. Nothing is
/// checked or encrypted: do not ship it.
///
/// On Apple's platforms it is a SwiftUI view, and the app needs `NSCameraUsageDescription`. On Linux `show()` opens it in
/// a window.
@MainActor public struct StubSelfieCameraView {
  let screen: StubCameraScreen

  /// A camera that calls one of the two closures, once, on the main actor.
  public init(onCaptured: @escaping (SelfieCaptureResult) -> Void, onCancelled: @escaping () -> Void) {
    screen = StubCameraScreen(subject: .selfie) { picture in
      if let picture { onCaptured(SelfieCaptureResult(picture)) } else { onCancelled() }
    }
  }
}

#if canImport(SwiftUI)
extension StubDocumentCameraView: View {
  /// The camera's screen. A sheet with it is not dismissed by a swipe, which neither closure would be told about.
  public var body: some View { screen.interactiveDismissDisabled() }
}

extension StubSelfieCameraView: View {
  /// The camera's screen. A sheet with it is not dismissed by a swipe, which neither closure would be told about.
  public var body: some View { screen.interactiveDismissDisabled() }
}
#elseif os(Linux)
extension StubDocumentCameraView {
  /// Opens the camera in a window, which is there as long as the app keeps the result and the camera has not ended.
  public func show() -> StubCameraWindow { screen.show() }
}

extension StubSelfieCameraView {
  /// Opens the camera in a window, which is there as long as the app keeps the result and the camera has not ended.
  public func show() -> StubCameraWindow { screen.show() }
}
#endif
