/// The decision about a navigation.
public enum WKNavigationActionPolicy: Int, Sendable {
  /// Cancels the navigation.
  case cancel = 0
  /// Allows the navigation.
  case allow = 1
  /// Downloads the requested resource instead.
  case download = 2
}

/// The decision about a response.
public enum WKNavigationResponsePolicy: Int, Sendable {
  /// Cancels the navigation.
  case cancel = 0
  /// Shows the response.
  case allow = 1
  /// Downloads the response.
  case download = 2
}
