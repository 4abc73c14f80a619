#if canImport(SwiftUI)
import SwiftUI
#endif

/// A stand-in for a document camera, for development. It shows the camera, or a drawing if there is no camera, and
/// delivers one picture as PNG. The user can choose a file instead. The stub does not check, crop or encrypt the
/// picture: do not ship it.
///
/// On Apple's platforms the camera is a SwiftUI view, and the app needs `NSCameraUsageDescription`. On Linux, `show()`
/// opens it in a window.
@MainActor public struct StubDocumentCameraView {
  let screen: StubCameraScreen

  /// Creates a camera that calls one of the two closures once, on the main actor.
  public init(onCaptured: @escaping (DocumentCaptureResult) -> Void, onCancelled: @escaping () -> Void) {
    screen = StubCameraScreen(subject: .document) { picture in
      if let picture { onCaptured(DocumentCaptureResult(picture)) } else { onCancelled() }
    }
  }
}

/// A stand-in for a selfie camera, for development. It shows the front camera, or a drawing if there is no camera, and
/// delivers one picture as JPEG. The same JPEG is also used as both biometric blobs. The user can choose a file
/// instead. The stub does not check or encrypt the picture: do not ship it.
///
/// On Apple's platforms the camera is a SwiftUI view, and the app needs `NSCameraUsageDescription`. On Linux, `show()`
/// opens it in a window.
@MainActor public struct StubSelfieCameraView {
  let screen: StubCameraScreen

  /// Creates a camera that calls one of the two closures once, on the main actor.
  public init(onCaptured: @escaping (SelfieCaptureResult) -> Void, onCancelled: @escaping () -> Void) {
    screen = StubCameraScreen(subject: .selfie) { picture in
      if let picture { onCaptured(SelfieCaptureResult(picture)) } else { onCancelled() }
    }
  }
}

#if canImport(SwiftUI)
extension StubDocumentCameraView: View {
  /// The camera's screen. The user cannot dismiss it with a swipe in a sheet, because then neither closure would be
  /// called.
  public var body: some View { screen.interactiveDismissDisabled() }
}

extension StubSelfieCameraView: View {
  /// The camera's screen. The user cannot dismiss it with a swipe in a sheet, because then neither closure would be
  /// called.
  public var body: some View { screen.interactiveDismissDisabled() }
}
#elseif os(Linux)
extension StubDocumentCameraView {
  /// Opens the camera in a window. The window stays open until the camera has ended or the app releases the returned
  /// object.
  public func show() -> StubCameraWindow { screen.show() }
}

extension StubSelfieCameraView {
  /// Opens the camera in a window. The window stays open until the camera has ended or the app releases the returned
  /// object.
  public func show() -> StubCameraWindow { screen.show() }
}
#endif
