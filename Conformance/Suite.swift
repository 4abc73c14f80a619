import Foundation

/// The conformance suites, as files that a host can serve.
public enum Suite {
  /// The protocols that have one.
  public static let protocols = ["gbg", "link", "onside", "today"]

  /// The folder that holds them all; a suite's page is `<protocol>/index.html` in it.
  public static var root: URL? { Bundle.module.resourceURL }
}
