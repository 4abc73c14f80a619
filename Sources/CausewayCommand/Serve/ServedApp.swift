#if os(Linux)
import Causeway
import CausewayPlayground
import Foundation

/// The simulated app of a playground, with a view for each tab of the browser.
@MainActor final class ServedApp {
  private let app: SimulatedApp
  private var views: [ObjectIdentifier: SimulatedView] = [:]
  private let observe: @MainActor (BridgeObservation) -> Void

  /// - Parameter observe: called with each message of every tab.
  init(_ app: SimulatedApp, observe: @escaping @MainActor (BridgeObservation) -> Void) {
    self.app = app
    self.observe = observe
  }

  /// Makes the bridge of a tab.
  func makeBridge(for platform: Platform) -> Bridge {
    let bridge = Bridge()
    // The bridge's own log is switched off, because the inspector shows the cause of each failure.
    bridge.log = { _ in }
    bridge.observe(observe)
    views[ObjectIdentifier(bridge)] = app.attach(to: bridge, on: platform)
    return bridge
  }

  /// Ends the view of a tab that is no longer used.
  func forget(_ bridge: Bridge) {
    views.removeValue(forKey: ObjectIdentifier(bridge))?.end()
  }

  /// Sends the messages that an app sends to a page after the page was loaded.
  func didLoad(_ document: PlaygroundDocument) {
    Task { await views[ObjectIdentifier(document.bridge)]?.didLoad(document) }
  }

  func end() async {
    for view in views.values { view.end() }
    views = [:]
    await app.end()
  }
}

extension PlaygroundDocument: LoadedDocument {}
#endif
