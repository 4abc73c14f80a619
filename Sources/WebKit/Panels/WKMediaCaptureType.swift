/// The devices that a page requests with `getUserMedia`. The raw values equal Apple's.
public enum WKMediaCaptureType: Int, Sendable {
  /// A camera.
  case camera = 0
  /// A microphone.
  case microphone = 1
  /// A camera and a microphone.
  case cameraAndMicrophone = 2
}

/// An app's decision on a page's request for permission. The raw values equal Apple's.
public enum WKPermissionDecision: Int, Sendable {
  /// WebKit asks the user. On Linux WebKit has no such prompt and refuses the request.
  case prompt = 0
  /// The page may use the device.
  case grant = 1
  /// The page may not use the device.
  case deny = 2
}
