import CausewayJSON
import CausewayPrompts

/// The sheets and panels that an inspector shows now, in the order in which they were added.
@MainActor package final class InspectorForms {
  /// Handles a person's action in a form.
  package typealias Handler = @MainActor (FormAction) -> Void

  private struct Form {
    let id: String
    var json: JSONValue
    /// The delay before a sheet can be approved; nil for a panel.
    var delay: ApprovalDelay?
    var handler: Handler
  }

  private var sheets: [Form] = []
  private var panels: [Form] = []
  private var latest = 0
  private let broadcast: @MainActor (JSONValue) -> Void
  /// Called with the title of each new sheet.
  package var onSheet: (@MainActor (String) -> Void)?

  init(broadcast: @escaping @MainActor (JSONValue) -> Void) {
    self.broadcast = broadcast
  }

  /// The messages with which an inspector gets all forms.
  var all: [JSONValue] { (panels + sheets).map(\.json) }

  /// Whether a sheet waits for a person.
  var hasSheets: Bool { !sheets.isEmpty }

  // MARK: Sheets

  /// Returns the id of a new sheet.
  package func newSheetID() -> String {
    latest += 1
    return "s\(latest)"
  }

  /// Shows a sheet, or replaces its content.
  /// - Parameter delay: begins whenever an inspector begins to show the sheet to a person, and not before. The owner
  ///   enables the buttons that approve when it is over.
  package func show(_ sheet: InspectorSheet, id: String, delay: ApprovalDelay, handler: @escaping Handler) {
    let form = Form(id: id, json: sheet.json(id: id), delay: delay, handler: handler)
    if let place = sheets.firstIndex(where: { $0.id == id }) {
      guard sheets[place].json != form.json else {
        sheets[place].handler = handler
        return
      }
      sheets[place] = form
    } else {
      sheets.append(form)
      onSheet?(sheet.title)
    }
    broadcast(form.json)
  }

  /// Removes a sheet.
  package func endSheet(_ id: String) {
    guard let place = sheets.firstIndex(where: { $0.id == id }) else { return }
    sheets.remove(at: place)
    broadcast(["type": "sheetEnded", "id": .string(id)])
  }

  // MARK: Panels

  /// Shows a panel, or replaces its content.
  package func show(_ panel: InspectorPanel, id: String, handler: @escaping Handler = { _ in }) {
    let form = Form(id: id, json: panel.json(id: id), handler: handler)
    if let place = panels.firstIndex(where: { $0.id == id }) {
      guard panels[place].json != form.json else {
        panels[place].handler = handler
        return
      }
      panels[place] = form
    } else {
      panels.append(form)
    }
    broadcast(form.json)
  }

  /// Removes a panel.
  package func endPanel(_ id: String) {
    guard let place = panels.firstIndex(where: { $0.id == id }) else { return }
    panels.remove(at: place)
    broadcast(["type": "panelEnded", "id": .string(id)])
  }

  /// Begins the delay of a sheet, because a person sees the sheet now.
  func appear(_ message: JSONValue) {
    sheets.first { $0.id == message["form"]?.stringValue }?.delay?.begin()
  }

  /// Passes a person's action to the form's handler.
  func act(_ message: JSONValue) {
    guard let id = message["form"]?.stringValue, let action = FormAction(message),
      let form = (sheets + panels).first(where: { $0.id == id })
    else { return }
    form.handler(action)
  }
}
