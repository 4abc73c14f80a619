/// A script world: scripts in one see the page's document, but not each other's variables.
@MainActor public final class WKContentWorld: NSObject {
  /// The world of the page's own scripts.
  public static let page = WKContentWorld(name: nil, engineName: nil, number: 0)
  /// The app's own world that has no name.
  public static let defaultClient = WKContentWorld(name: nil, engineName: "causeway.client", number: 1)

  private static var named: [String: WKContentWorld] = [:]

  /// The world's name; nil for ``page`` and ``defaultClient``.
  public let name: String?
  /// What WebKitGTK calls it; nil for the page's world.
  let engineName: String?

  /// Tells this module's worlds apart.
  let number: Int

  private init(name: String?, engineName: String?, number: Int) {
    self.name = name
    self.engineName = engineName
    self.number = number
  }

  /// The world of that name, always the same one.
  public class func world(name: String) -> WKContentWorld {
    if let world = named[name] { return world }
    // A prefix keeps an app's names apart from this module's own worlds.
    let world = WKContentWorld(name: name, engineName: "named.\(name)", number: named.count + 2)
    named[name] = world
    return world
  }
}
