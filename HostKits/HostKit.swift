import Foundation

/// A folder of files for a platform on which the Swift host does not run.
public enum HostKit: String, CaseIterable, Sendable {
  /// The page scripts of Today and Link, and hosts for them in Java.
  case android
  /// The page scripts of Today for WebView2.
  case windows

  /// The folder with the kit's files.
  public var folder: URL? { Bundle.module.resourceURL?.appendingPathComponent(rawValue, isDirectory: true) }
}
