import Foundation

/// The conformance suites, as files that a host serves.
public enum Suite {
  /// The folder with all suites. The page of a suite is `<protocol>/index.html` in this folder.
  public static var root: URL? { Bundle.module.resourceURL }
}
