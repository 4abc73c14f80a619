/// A script that an app runs in the pages that a web view loads.
@preconcurrency @MainActor
open class WKUserScript: NSObject {
  /// The script's text.
  open private(set) var source: String
  /// The time at which the script runs.
  open private(set) var injectionTime: WKUserScriptInjectionTime
  /// Whether the script runs in main frames only.
  open private(set) var isForMainFrameOnly: Bool
  /// The world in which the script runs. The property is internal, because Apple's class has no public property for the
  /// world.
  let world: WKContentWorld

  /// Creates a script for the page's own world.
  public convenience init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
    self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
  }

  /// Creates a script for a content world.
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool, in contentWorld: WKContentWorld
  ) {
    self.source = source
    self.injectionTime = injectionTime
    isForMainFrameOnly = forMainFrameOnly
    world = contentWorld
  }
}

/// The time at which a user script runs.
public enum WKUserScriptInjectionTime: Int, Sendable {
  /// Before any script of the page.
  case atDocumentStart = 0
  /// After the document is parsed, and before its other resources are loaded.
  case atDocumentEnd = 1
}
