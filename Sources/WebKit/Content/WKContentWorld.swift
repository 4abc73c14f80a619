/// A script world: scripts in different worlds see the page's document, but not each other's variables.
@preconcurrency @MainActor
open class WKContentWorld: NSObject {
  /// The world of the page's own scripts.
  open class var page: WKContentWorld { pageWorld }
  /// The app's own world, which has no name.
  open class var defaultClient: WKContentWorld { clientWorld }

  private static let pageWorld = WKContentWorld(name: nil, engineName: nil)
  private static let clientWorld = WKContentWorld(name: nil, engineName: "client")
  private static var named: [String: WKContentWorld] = [:]

  /// The world's name; nil for ``page`` and ``defaultClient``.
  open private(set) var name: String?
  /// WebKitGTK's name for the world; nil for the page's world.
  let engineName: String?

  private init(name: String?, engineName: String?) {
    self.name = name
    self.engineName = engineName
  }

  /// Returns the world with a name, always the same object.
  open class func world(name: String) -> WKContentWorld {
    if let world = named[name] { return world }
    // The prefix keeps an app's names apart from this module's own worlds.
    let world = WKContentWorld(name: name, engineName: "named:\(name)")
    named[name] = world
    return world
  }

  /// The world's name in this module's scripts; empty for the page's world.
  var engineLabel: String { engineName ?? "" }

  /// Returns the world with an ``engineLabel``; nil if the label is unknown.
  static func engineWorld(label: String) -> WKContentWorld? {
    switch label {
    case "": pageWorld
    case "client": clientWorld
    default: named[String(label.dropFirst("named:".count))]
    }
  }
}
