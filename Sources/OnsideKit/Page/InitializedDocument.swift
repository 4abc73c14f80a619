import Causeway
import CausewayJSON

/// The document that called `initializeOnside`, and which callbacks it has handlers for.
struct InitializedDocument {
  let id: DocumentID
  private(set) var callbacks: Set<OnsideContract.Callback> = []
  /// How many changes the page had counted by the last report.
  private(set) var changes = -1.0

  init(_ id: DocumentID) {
    self.id = id
  }

  /// Takes a report of the page script, `{ changes, names }`, unless a later one was here before.
  mutating func take(_ report: JSONValue?) {
    guard let changes = report?["changes"]?.numberValue, changes > self.changes,
      let names = report?["names"]?.arrayValue
    else { return }
    self.changes = changes
    callbacks = Set(names.compactMap { $0.stringValue.flatMap(OnsideContract.Callback.init) })
  }
}
