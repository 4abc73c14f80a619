#if os(Linux)
import Causeway
import CausewayJSON
import CausewayPlayground

/// The panel with the headers, the token and the tracked events of Today. Values that may be secret are not shown.
@MainActor final class TodayPanel: ProtocolPanel {
  private static let id = "today"

  private let host: SimulatedTodayHost
  private let forms: InspectorForms

  init(_ host: SimulatedTodayHost, _ forms: InspectorForms) {
    self.host = host
    self.forms = forms
  }

  func refresh() async {
    let redactor = Redactor.standard
    let headers = host.headers().keys.sorted().map { name in FormElement.row(label: name, value: "[redacted]") }
    let events = host.events.reversed().map { event in
      FormTable.Row("\(event.number)", [redactor.redact(event.name), redactor.redact(.object(event.properties)).json])
    }
    let elements: [FormElement] =
      [
        .heading("Session", level: 2), .row(label: "Authorization", value: FormText(host.shownAuthorization)),
        .row(label: "Refreshes", value: "\(host.refreshes)"),
        .toggle(id: "ended", label: "The session has ended: a refresh fails", value: host.hasEnded),
        .divider, .heading("Headers", level: 2),
      ] + headers + [
        .divider, .heading("Tracked events", level: 2),
        .table(
          FormTable(
            [FormOption("name", "Event"), FormOption("properties", "Properties")], rows: events,
            empty: "The page has tracked nothing.")),
      ]
    forms.show(InspectorPanel(title: "Today", elements: elements), id: Self.id) { [weak self] action in
      guard let self, case .input("ended", .flag(let hasEnded)) = action else { return }
      host.hasEnded = hasEnded
      Task { await self.refresh() }
    }
  }
}
#endif
