import Causeway

#if os(Linux)
import CausewayPlayground
#endif

/// The simulated app around pages, which answers as the profile says. It has no web view of its own: a host attaches it
/// to the bridge of each web view or browser tab.
@MainActor final class SimulatedApp {
  private let parts: [any SimulatedProtocol]

  /// Creates the app.
  ///
  /// - Throws: An error if a file, a folder or a store that the profile or an option names cannot be used.
  init(_ protocols: [BridgeProtocol], with settings: SimulatedSettings) throws {
    parts = try protocols.compactMap { try $0.simulation.init(with: settings) }
  }

  /// Prepares the app for pages. After this method has returned, the app can answer their requests.
  func prepare() async throws {
    for part in parts { try await part.prepare() }
  }

  /// Installs the protocols that exist on a platform in the bridge of one web view or browser tab.
  func attach(to bridge: Bridge, on platform: Platform) -> SimulatedView {
    let served = parts.filter { type(of: $0).platforms.contains(platform) }
    return SimulatedView(served.compactMap { $0.attach(to: bridge, on: platform) })
  }

  #if os(Linux)
  /// Makes the inspector's panels with the app's state.
  func makePanels(_ forms: InspectorForms) -> ProtocolPanels {
    ProtocolPanels(parts.compactMap { $0.makePanel(forms) })
  }
  #endif

  /// Returns the part of a protocol; nil if the app has none.
  func part<Part: SimulatedProtocol>(_: Part.Type) -> Part? { parts.lazy.compactMap { $0 as? Part }.first }

  /// Lets the app answer as another profile says.
  ///
  /// - Throws: ``PageError`` if a part of the profile cannot change while the app runs.
  func apply(_ profile: Profile) async throws {
    for part in parts { try part.checkChange(to: profile) }
    for part in parts { try await part.apply(profile) }
  }

  /// Ends the app after its pages are gone. After this method has returned, only the app's persistent state remains.
  func end() async {
    for part in parts { await part.end() }
  }
}

/// The simulated app's side of one web view or browser tab.
@MainActor final class SimulatedView {
  private let parts: [any SimulatedViewPart]

  fileprivate init(_ parts: [any SimulatedViewPart]) {
    self.parts = parts
  }

  /// Sends the messages that an app sends to a page after the page was loaded.
  func didLoad(_ document: any LoadedDocument) async {
    for part in parts { await part.didLoad(document) }
  }

  /// Ends the work for the web view, which is gone.
  func end() {
    for part in parts { part.end() }
  }
}

/// The part of a protocol that belongs to one web view or browser tab.
@MainActor protocol SimulatedViewPart {
  /// Sends the messages that an app sends to a page after the page was loaded.
  func didLoad(_ document: any LoadedDocument) async
  /// Ends the work for the web view, which is gone.
  func end()
}

/// A loaded main document, which the app examines before it sends messages.
@MainActor protocol LoadedDocument {
  /// Returns whether the page has a function under a dotted name, such as `GBGBridge.receive`. Returns false if the
  /// document is gone.
  func hasFunction(_ name: String) async -> Bool
}
