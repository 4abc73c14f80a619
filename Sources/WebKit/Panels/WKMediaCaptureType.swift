/// What a page wants to use with `getUserMedia`. The raw values are Apple's.
public enum WKMediaCaptureType: Int, Sendable {
  /// A camera.
  case camera = 0
  /// A microphone.
  case microphone = 1
  /// A camera and a microphone.
  case cameraAndMicrophone = 2
}

/// How an app decides on a page's request for permission. The raw values are Apple's.
public enum WKPermissionDecision: Int, Sendable {
  /// WebKit asks the user. On Linux WebKit has no such prompt, so that the page is refused.
  case prompt = 0
  /// The page may.
  case grant = 1
  /// The page may not.
  case deny = 2
}
