import Causeway
import Combine

/// Notes that a page writes and the app keeps, and the functions by which the page reaches them.
@MainActor final class Notebook: ObservableObject {
  @Published private(set) var notes: [String] = []

  /// What `notes.add` takes.
  struct Note: Codable {
    var text: String
  }

  /// The page gets its text, because the error is a `PageFacingError`.
  struct EmptyNote: PageFacingError {
    var code: String { "EMPTY_NOTE" }
    var pageMessage: String { "A note needs some words." }
  }

  /// What a page of this origin may call.
  func capabilities(for origin: Origin) -> [Capability] {
    let policy = Policy.mainFrame(of: [origin])
    // The bridge keeps its capabilities. They keep the notebook, which therefore must not keep the bridge.
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
