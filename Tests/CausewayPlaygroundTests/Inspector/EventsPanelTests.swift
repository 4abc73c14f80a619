import Causeway
import CausewayJSON
import CausewayTesting
import Testing

@testable import CausewayPlayground

@Suite("The panel with events") @MainActor struct EventsPanelTests {
  @Test("A page that cannot get an event does not keep it from the others") func partly() async {
    let (first, second) = (Bridge(), Bridge())
    for bridge in [first, second] { bridge.log = { _ in } }
    // Install no protocol in the first bridge, like an app on a platform without this protocol.
    second.install(
      CausewayDialect([Capability("echo", policy: .everyone) { (text: String, _: Call) -> String in text }]))
    let pages = [InMemoryPage(first), InMemoryPage(second)]
    let forms = InspectorForms { _ in }
    let panel = EventsPanel(forms) { pages.map(\.conversation) }
    panel.add(second)
    forms.act(["type": "input", "form": "events", "element": "name", "value": "changed"])
    forms.act(["type": "press", "form": "events", "element": "send"])
    // The event was sent before this request, so the page has the event when the answer arrives.
    let answer = await pages[1].request(CausewayDialect.name, ["name": "echo", "parameters": "hi"])
    #expect(answer == .resolved("hi"))
    #expect(pages[0].messages.isEmpty)
    #expect(pages[1].messages.count == 1)
    #expect(forms.all.first?.json.contains("The event was sent to 1 of 2 pages: ") == true)
  }
}
