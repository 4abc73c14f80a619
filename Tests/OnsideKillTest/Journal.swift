import Foundation

/// An event of a shopper process, as a line of a file. The shopper writes each line to the file before it continues, so
/// no line is lost when the shopper is killed.
enum JournalEntry: Codable, Equatable {
  /// The process started.
  case launched
  /// The queue delivered its transactions for the first time in this process.
  case notified([Delivery])
  /// The queue delivered transactions.
  case delivered([Delivery])
  /// The process is about to finish a transaction. After this entry the transaction may be removed without a further
  /// entry.
  case finishing(UUID)
  /// Transactions were removed.
  case removed([UUID])
  /// The queue accepted a payment with this unique app account token.
  case bought(String)

  /// A delivered transaction.
  struct Delivery: Codable, Equatable {
    let id: UUID
    let state: String
    let order: String?
    let token: String?
  }
}

/// The file of a shopper's events.
struct Journal {
  private let handle: FileHandle

  init(appendingTo file: URL) throws {
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    // Begins a new line, in case a kill has cut off the last line.
    try handle.write(contentsOf: Data("\n".utf8))
  }

  func write(_ entry: JournalEntry) throws {
    try handle.write(contentsOf: try JSONEncoder().encode(entry) + Data("\n".utf8))
  }

  /// Returns all entries. A line that was cut off is skipped, because its event had no consequences.
  static func read(_ file: URL) throws -> [JournalEntry] {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? JSONDecoder().decode(JournalEntry.self, from: line)
    }
  }
}
