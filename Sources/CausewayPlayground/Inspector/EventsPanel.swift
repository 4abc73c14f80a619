import Causeway
import CausewayJSON

/// The panel in which a person sends events of the app to the pages.
@MainActor final class EventsPanel {
  private static let id = "events"

  private let forms: InspectorForms
  private let conversations: @MainActor () -> [Conversation]
  private var dialects: [any Dialect] = []
  private var dialect = ""
  private var name = ""
  private var data = "{}"
  private var problem: String?

  /// - Parameter conversations: returns the conversations with all top-level documents.
  init(_ forms: InspectorForms, conversations: @escaping @MainActor () -> [Conversation]) {
    self.forms = forms
    self.conversations = conversations
  }

  /// Offers the dialects of a bridge that have events.
  func add(_ bridge: Bridge) {
    for dialect in bridge.installedDialects
    where dialect.encode(event: "event", data: nil) != nil && !dialects.contains(where: { $0.name == dialect.name }) {
      dialects.append(dialect)
    }
    guard !dialects.isEmpty else { return }
    if dialect.isEmpty { dialect = dialects[0].name }
    draw()
  }

  private func draw() {
    let options = dialects.map { FormOption($0.name, $0.name) }
    forms.show(
      InspectorPanel(
        title: "Events",
        elements: [
          .text("Send an event of the app to the open pages.", style: .secondary),
          .choice(id: "dialect", label: "Protocol", value: dialect, options: options),
          .field(FormField("name", "Name", name)),
          .field(FormField("data", "Data, as JSON", data, kind: .json, error: problem)),
          .button(FormButton("send", "Send", .primary, isEnabled: !name.isEmpty)),
        ]), id: Self.id
    ) { [weak self] in self?.act($0) }
  }

  private func act(_ action: FormAction) {
    switch action {
    case .input("dialect", .text(let text)): dialect = text
    case .input("name", .text(let text)): name = text
    case .input("data", .text(let text)): (data, problem) = (text, nil)
    case .press("send", _): send()
    default: break
    }
    draw()
  }

  private func send() {
    do {
      let value = data.isEmpty ? nil : try JSONValue(parsing: data)
      let open = conversations()
      var failures: [any Error] = []
      for conversation in open {
        do { try conversation.send(event: name, data: value, in: dialect) } catch { failures.append(error) }
      }
      problem = open.isEmpty ? "No page is open." : nil
      if let first = failures.first {
        problem = "The event was sent to \(open.count - failures.count) of \(open.count) pages: \(first)"
      }
    } catch {
      problem = "\(error)"
    }
  }
}

/// The panel with the contract of an app's own protocol.
@MainActor enum ContractPanel {
  /// Shows the contract of a bridge's own protocols, if it has one.
  static func show(_ bridge: Bridge, _ forms: InspectorForms) {
    for dialect in bridge.installedDialects {
      guard let contract = dialect.contract else { continue }
      forms.show(
        InspectorPanel(
          title: "Contract",
          elements: [
            .text("The messages that pages and the app may send to each other.", style: .secondary),
            .json(contract.json, label: dialect.name),
          ]), id: "contract-\(dialect.name)")
    }
  }
}
