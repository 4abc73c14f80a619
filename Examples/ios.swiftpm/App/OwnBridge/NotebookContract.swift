import Causeway

/// What the app and the page of the notebook may ask of each other. `contract.d.ts` beside the page has the same for the page.
struct Notebook: BridgeContract {
  let add = AppFunction<Note, Int>(
    "notes.add", "Keeps a note, and returns the number of notes.", errors: [EmptyNote.self])
  let list = AppFunction<Nothing, [String]>("notes.list", "The texts of all notes.")
  let cleared = PageEvent<Nothing>("notes.cleared", "The user has deleted all notes in the app.")
}

struct Note: Codable {
  var text: String
}

/// An error for which the page has a class of its own.
struct EmptyNote: PageError {
  var pageMessage: String { "A note needs some words." }
}
