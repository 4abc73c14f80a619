#if os(Linux)
import Causeway
import CausewayJSON
import CausewayPlayground
import GBGBridge

/// The panel with GBG's requests that no handler answers. A person can answer them by hand.
@MainActor final class GBGPanel: ProtocolPanel {
  private static let id = "gbg"

  private let hosts: @MainActor () -> [BridgeHost]
  private let forms: InspectorForms
  /// The JSON texts for answers, by request.
  private var texts: [String: String] = [:]
  private var problems: [String: String] = [:]
  /// The hosts and their numbers, which make the ids of requests unique. The positions of hosts cannot be ids, because
  /// they change when a tab ends, and two pages may choose the same correlation ID.
  private var numbers: [(host: Weak, number: Int)] = []
  private var lastNumber = 0

  private struct Weak {
    weak var host: BridgeHost?
  }

  /// - Parameter hosts: returns the hosts of all tabs.
  init(_ hosts: @escaping @MainActor () -> [BridgeHost], _ forms: InspectorForms) {
    self.hosts = hosts
    self.forms = forms
  }

  private var pending: [(id: String, host: BridgeHost, request: BridgeMessage)] {
    hosts().flatMap { host in
      let number = number(of: host)
      return host.pendingRequests.map { ("\(number)-\($0.correlationId)", host, $0) }
    }
  }

  private func number(of host: BridgeHost) -> Int {
    numbers.removeAll { $0.host.host == nil }
    if let known = numbers.first(where: { $0.host.host === host }) { return known.number }
    lastNumber += 1
    numbers.append((Weak(host: host), lastNumber))
    return lastNumber
  }

  func refresh() async {
    let open = pending
    // Forget the input for ended requests, because a later request may have the same id.
    let names = Set(open.map(\.id))
    texts = texts.filter { names.contains($0.key) }
    problems = problems.filter { names.contains($0.key) }
    var elements: [FormElement] = [.heading("Requests without a handler", level: 2)]
    if open.isEmpty { elements.append(.text("No request waits for your answer.", style: .secondary)) }
    for (id, _, request) in open {
      var parts: [FormElement] = [
        .json(Redactor.standard.redact(Self.json(request.payload.data ?? [:])), label: "Data"),
        .field(
          FormField("data-\(id)", "Answer, as a JSON object", texts[id] ?? "{}", kind: .json, error: problems[id])),
        .button(FormButton("success-\(id)", "Answer", .primary)),
        .button(FormButton("cancelled-\(id)", "The user cancels")),
        .button(FormButton("error-\(id)", "Fail", .destructive)),
      ]
      parts.insert(.row(label: "Action", value: .page(request.payload.action)), at: 0)
      elements.append(.group(parts, label: nil, id: id))
    }
    forms.show(InspectorPanel(title: "GBG", elements: elements), id: Self.id) { [weak self] action in
      guard let self else { return }
      act(action)
      Task { await self.refresh() }
    }
  }

  private static func json(_ data: [String: JSONValue]) -> JSONValue {
    var object = JSONObject()
    for (name, value) in data.sorted(by: { $0.key < $1.key }) { object[name] = value }
    return .object(object)
  }

  private func act(_ action: FormAction) {
    let (element, value): (String, FormValue?) =
      switch action {
      case .press(let element, _): (element, nil)
      case .input(let element, let value): (element, value)
      }
    guard let dash = element.firstIndex(of: "-") else { return }
    let (verb, id) = (element[..<dash], String(element[element.index(after: dash)...]))
    guard let (_, host, request) = pending.first(where: { $0.id == id }) else { return }
    switch verb {
    case "data":
      if case .text(let text)? = value { texts[id] = text }
      problems[id] = nil
    case "success":
      guard case .object(let data)? = try? JSONValue(parsing: texts[id] ?? "{}") else {
        problems[id] = "This is not a JSON object. Write one, such as {}."
        return
      }
      host.respond(
        to: request, status: .success, data: Dictionary(data.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
      texts[id] = nil
    case "cancelled":
      host.respond(to: request, status: .cancelled, error: BridgeErrorPayload(.cancelled, "The user cancelled."))
    case "error":
      host.respond(
        to: request, status: .error, error: BridgeErrorPayload(.internalError, "The inspector refused the request."))
    default: break
    }
  }
}
#endif
