/// When a user script runs.
public enum WKUserScriptInjectionTime: Int, Sendable {
  /// Before any script of the page.
  case atDocumentStart = 0
  /// After the document is parsed.
  case atDocumentEnd = 1
}

/// A script that the app runs in each page that a web view loads.
@MainActor open class WKUserScript: NSObject {
  /// The script's text.
  public let source: String
  /// When it runs.
  public let injectionTime: WKUserScriptInjectionTime
  /// Whether it runs in main frames alone.
  public let isForMainFrameOnly: Bool
  let world: WKContentWorld

  /// A script for the page's world.
  public convenience init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
    self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
  }

  /// A script for a content world.
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool, in contentWorld: WKContentWorld
  ) {
    self.source = source
    self.injectionTime = injectionTime
    isForMainFrameOnly = forMainFrameOnly
    world = contentWorld
  }
}
