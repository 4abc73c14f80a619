import Causeway
import CausewayJSON

/// The document that called `initializeOnside`, with the callbacks for which it has handlers.
struct InitializedDocument {
  let id: DocumentID
  private(set) var callbacks: Set<OnsideContract.Callback> = []
  /// The number of handler changes in the page's latest report; -1 before the first report.
  private(set) var changes = -1.0

  init(_ id: DocumentID) {
    self.id = id
  }

  /// Applies a report of the page script, `{ changes, names }`, unless a newer report has already arrived.
  mutating func take(_ report: JSONValue?) {
    guard let changes = report?["changes"]?.numberValue, changes > self.changes,
      let names = report?["names"]?.arrayValue
    else { return }
    self.changes = changes
    callbacks = Set(names.compactMap { $0.stringValue.flatMap(OnsideContract.Callback.init) })
  }
}
