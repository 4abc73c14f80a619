import Causeway
import Combine

/// The notes that a page writes and the app keeps, and the functions with which the page adds and lists them.
@MainActor final class NoteStore: ObservableObject {
  let contract = Notebook()
  @Published private(set) var notes: [String] = []

  /// The handlers of the contract. The bridge retains them, and they retain the store. Therefore the store must not
  /// retain the bridge.
  @CapabilityBuilder var capabilities: [Capability] {
    contract.add.handler { note, _ in
      guard !note.text.isEmpty else { throw EmptyNote() }
      self.notes.append(note.text)
      return self.notes.count
    }
    contract.list.handler { _, _ in self.notes }
  }

  func clear() {
    notes = []
  }
}
