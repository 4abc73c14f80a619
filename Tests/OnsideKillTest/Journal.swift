import Foundation

/// What a shopper was told, line by line, in a file that outlasts it: each line is with the system before the shopper goes
/// on, so that a kill loses none.
enum JournalEntry: Codable, Equatable {
  /// A process began.
  case launched
  /// It was told of everything that was there.
  case welcomed([Delivery])
  /// It was told of transactions.
  case delivered([Delivery])
  /// A transaction is about to be finished: from now on it may be gone, and nobody was told.
  case finishing(UUID)
  /// Transactions are gone.
  case removed([UUID])
  /// A payment is in the queue, under a name that no other has.
  case bought(String)

  /// A transaction as it was delivered.
  struct Delivery: Codable, Equatable {
    let id: UUID
    let state: String
    let order: String?
    let token: String?
  }
}

/// The file of a journal.
struct Journal {
  private let handle: FileHandle

  init(appendingTo file: URL) throws {
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    // What was cut short stays on a line of its own.
    try handle.write(contentsOf: Data("\n".utf8))
  }

  func write(_ entry: JournalEntry) throws {
    try handle.write(contentsOf: try JSONEncoder().encode(entry) + Data("\n".utf8))
  }

  /// Every entry. A last line that is cut short was never acted on.
  static func read(_ file: URL) throws -> [JournalEntry] {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? JSONDecoder().decode(JournalEntry.self, from: line)
    }
  }
}
