import Causeway

/// The parts of an inspector for the bridges of an app: messages, faults, events and contracts.
@MainActor package final class InspectorTools {
  /// The faults that were chosen in the inspector.
  package let faults = Faults()
  private let inspector: Inspector
  private let faultsPanel: FaultsPanel
  private let events: EventsPanel

  /// - Parameter conversations: returns the conversations with all top-level documents.
  package init(_ inspector: Inspector, conversations: @escaping @MainActor () -> [Conversation]) {
    self.inspector = inspector
    faultsPanel = FaultsPanel(faults, inspector.forms)
    events = EventsPanel(inspector.forms, conversations: conversations)
  }

  /// Adds a bridge, after its dialects were installed.
  package func add(_ bridge: Bridge) {
    faults.install(in: bridge)
    inspector.observe(bridge)
    events.add(bridge)
    ContractPanel.show(bridge, inspector.forms)
  }
}
