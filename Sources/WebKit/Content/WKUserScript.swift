/// A script that an app runs in the pages that a web view loads.
@preconcurrency @MainActor
open class WKUserScript: NSObject {
  /// The script's text.
  open private(set) var source: String
  /// When it runs.
  open private(set) var injectionTime: WKUserScriptInjectionTime
  /// Whether it runs in main frames alone.
  open private(set) var isForMainFrameOnly: Bool
  /// The world in which it runs; Apple's class keeps it to itself too.
  let world: WKContentWorld

  /// A script for the page's own world.
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
