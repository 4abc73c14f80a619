/// What becomes of a navigation.
public enum WKNavigationActionPolicy: Int, Sendable {
  /// It does not take place.
  case cancel = 0
  /// It takes place.
  case allow = 1
  /// What it asks for is downloaded instead.
  case download = 2
}

/// What becomes of a response.
public enum WKNavigationResponsePolicy: Int, Sendable {
  /// The navigation ends.
  case cancel = 0
  /// The response is shown.
  case allow = 1
  /// The response is downloaded.
  case download = 2
}
