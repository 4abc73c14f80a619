import Causeway

/// The functions and events that the app and the page of the notebook offer each other. `contract.d.ts` beside the page
/// declares them for the page.
struct Notebook: BridgeContract {
  let add = AppFunction<Note, Int>(
    "notes.add", "Keeps a note, and returns the number of notes.", errors: [EmptyNote.self])
  let list = AppFunction<Nothing, [String]>("notes.list", "The texts of all notes.")
  let cleared = PageEvent<Nothing>("notes.cleared", "The user has deleted all notes in the app.")
}

struct Note: Codable {
  var text: String
}

/// An error with its own class in the page.
struct EmptyNote: PageError {
  var pageMessage: String { "A note needs some words." }
}
