import CausewayJSON
import CausewayPrompts
import Testing

@testable import CausewayPlayground

@Suite("Forms of the inspector") @MainActor struct FormTests {
  @Test("A text of the page is marked as such") func source() {
    #expect(FormElement.row(label: "To", value: .page("evil")).json["source"] == "page")
    #expect(FormElement.row(label: "To", value: "own").json["source"] == nil)
    #expect(FormElement.text(.page("evil"), style: .code).json["source"] == "page")
  }

  @Test("A table has its cells by column") func table() {
    let table = FormElement.table(
      FormTable(
        [FormOption("a", "A"), FormOption("b", "B")],
        rows: [FormTable.Row("1", ["x", "y"], actions: [FormButton("go", "Go", .destructive)])], empty: "none"))
    #expect(table.json["rows"]?[0]?["cells"] == ["a": "x", "b": "y"])
    #expect(table.json["rows"]?[0]?["actions"]?[0]?["role"] == "destructive")
    #expect(table.json["empty"] == "none")
  }

  @Test("An action reaches the form that it names, and no other") func actions() throws {
    var sent: [JSONValue] = []
    let forms = InspectorForms { sent.append($0) }
    var actions: [FormAction] = []
    let sheet = InspectorSheet(title: "Log in", protocol: "onside", elements: [])
    let id = forms.newSheetID()
    forms.show(sheet, id: id, delay: ApprovalDelay { _, _ in Timer() }) { actions.append($0) }
    forms.show(InspectorPanel(title: "Onside", elements: []), id: "onside") { _ in Issue.record("another form") }
    forms.act(["type": "press", "form": .string(id), "element": "pay", "row": "7"])
    forms.act(["type": "input", "form": .string(id), "element": "email", "value": "a@b.c"])
    forms.act(["type": "input", "form": .string(id), "element": "isOn", "value": true])
    forms.act([
      "type": "input", "form": .string(id), "element": "picture",
      "value": ["mime": "image/png", "base64": "AAAA", "name": "x.png"],
    ])
    forms.act(["type": "press", "form": "s99", "element": "pay"])
    forms.act(["type": "input", "form": .string(id), "element": "email", "value": 7])
    forms.act(["type": "press", "form": .string(id)])
    #expect(
      actions == [
        .press("pay", row: "7"), .input("email", .text("a@b.c")), .input("isOn", .flag(true)),
        .input("picture", .picture(FormPicture(mime: "image/png", base64: "AAAA", name: "x.png"))),
      ])
    forms.endSheet(id)
    forms.act(["type": "press", "form": .string(id), "element": "pay"])
    #expect(actions.count == 4)
    #expect(sent.map { $0["type"]?.stringValue } == ["sheet", "panel", "sheetEnded"])
  }

  /// A timer that never ends.
  private final class Timer {}

  @Test("The delay of a sheet begins when an inspector shows it, and begins again when another one does") func delay() {
    var ends: [@MainActor () -> Void] = []
    let delay = ApprovalDelay { _, end in
      ends.append(end)
      return Timer()
    }
    let forms = InspectorForms { _ in }
    let id = forms.newSheetID()
    forms.show(InspectorSheet(title: "Pay", protocol: "onside", elements: []), id: id, delay: delay) { _ in
      Issue.record("not an action of the form")
    }
    #expect(ends.isEmpty)
    forms.appear(["type": "appear", "form": "s99"])
    forms.appear(["type": "appear"])
    #expect(ends.isEmpty)
    forms.appear(["type": "appear", "form": .string(id)])
    #expect(ends.count == 1)
    ends[0]()
    #expect(delay.isOver)
    forms.appear(["type": "appear", "form": .string(id)])
    #expect(!delay.isOver)
    forms.endSheet(id)
    forms.appear(["type": "appear", "form": .string(id)])
    #expect(ends.count == 2)
  }

  @Test("A form that shows the same again is not sent again, and its new handler is used") func unchanged() {
    var sent = 0
    let forms = InspectorForms { _ in sent += 1 }
    var pressed = ""
    let panel = InspectorPanel(title: "Onside", elements: [.divider])
    forms.show(panel, id: "p") { _ in pressed = "first" }
    forms.show(panel, id: "p") { _ in pressed = "second" }
    forms.act(["type": "press", "form": "p", "element": "x"])
    #expect(sent == 1)
    #expect(pressed == "second")
    #expect(forms.all.count == 1)
  }
}
