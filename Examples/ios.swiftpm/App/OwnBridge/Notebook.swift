import Causeway
import Combine

/// The notes that a page writes and the app keeps, and the capabilities with which the page adds and lists them.
@MainActor final class Notebook: ObservableObject {
  @Published private(set) var notes: [String] = []

  /// The parameters of `notes.add`.
  struct Note: Codable {
    var text: String
  }

  /// An error whose message the page gets, because the type is a `PageFacingError`.
  struct EmptyNote: PageFacingError {
    var code: String { "EMPTY_NOTE" }
    var pageMessage: String { "A note needs some words." }
  }

  /// Returns the capabilities that a page of this origin may call.
  func capabilities(for origin: Origin) -> [Capability] {
    let policy = Policy.mainFrame(of: [origin])
    // The bridge retains its capabilities, and the capabilities retain the notebook. The notebook must therefore not
    // retain the bridge.
    return [
      Capability("notes.add", policy: policy) { (note: Note, _) in
        guard !note.text.isEmpty else { throw EmptyNote() }
        self.notes.append(note.text)
        return self.notes.count
      },
      Capability("notes.list", policy: policy, json: { _, _ in .array(self.notes.map { .string($0) }) }),
    ]
  }

  func clear() {
    notes = []
  }
}
