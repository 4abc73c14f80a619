import CausewayDatabase
import Foundation

/// The file with the events that wait to be sent.
final class EventStore {
  private static let definition = DatabaseDefinition(
    applicationID: 0x4f6e_4576,  // "OnEv"
    migrations: [
      // AUTOINCREMENT never reuses a number. The numbers define the order of the events.
      "CREATE TABLE event (number INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL, checksum INTEGER NOT NULL)"
    ])

  /// The oldest events of the file.
  struct Batch {
    /// The events that can be read.
    let events: [OnsideEvent]
    /// The number of events that cannot be read.
    let unreadable: Int
    /// The number of the last event; nil if the batch is empty.
    let last: Int64?
  }

  private let database: Database
  private var count = 0
  private var bytes = 0

  init(file: URL) throws(DatabaseError) {
    database = try Database(file: file, definition: Self.definition)
    let sizes = try database.query("SELECT length(CAST(json AS BLOB)) FROM event") {
      row throws(DatabaseError) in Int(try row.integer(0))
    }
    count = sizes.count
    bytes = sizes.reduce(0, +)
  }

  /// Adds either all of the events or none. If the file then exceeds the limits, drops its oldest events.
  ///
  /// - Returns: the number of dropped events.
  func add(_ events: [OnsideEvent], limits: EventLimits.Queue) throws(DatabaseError) -> Int {
    let texts = events.compactMap(Self.json)
    return try database.transaction { () throws(DatabaseError) in
      for text in texts {
        try database.execute(
          "INSERT INTO event (json, checksum) VALUES (?, ?)", .text(text), .integer(checksum(text.utf8)))
        count += 1
        bytes += text.utf8.count
      }
      return try trim(limits)
    }
  }

  /// Returns at most `limit` of the oldest events, oldest first.
  func oldest(_ limit: Int) throws(DatabaseError) -> Batch {
    let rows = try database.query(
      "SELECT number, json, checksum FROM event ORDER BY number LIMIT ?", .integer(Int64(limit))
    ) { row throws(DatabaseError) in (number: try row.integer(0), event: Self.event(row)) }
    let events = rows.compactMap(\.event)
    return Batch(events: events, unreadable: rows.count - events.count, last: rows.last?.number)
  }

  /// Removes all events up to and including `number`.
  func remove(through number: Int64) throws(DatabaseError) {
    let sizes = try database.query(
      "DELETE FROM event WHERE number <= ? RETURNING length(CAST(json AS BLOB))", .integer(number)
    ) { row throws(DatabaseError) in Int(try row.integer(0)) }
    count -= sizes.count
    bytes -= sizes.reduce(0, +)
  }

  /// Closes the file.
  func close() { database.close() }

  private func trim(_ limits: EventLimits.Queue) throws(DatabaseError) -> Int {
    guard count > limits.kept || bytes > limits.keptBytes else { return 0 }
    let before = count
    var (keptCount, keptBytes) = (0, 0)
    // Go from the newest event to the oldest. Remove the first event that exceeds a limit, and all older ones.
    let sizes = try database.query("SELECT number, length(CAST(json AS BLOB)) FROM event ORDER BY number DESC") {
      row throws(DatabaseError) in (number: try row.integer(0), bytes: Int(try row.integer(1)))
    }
    for size in sizes {
      keptCount += 1
      keptBytes += size.bytes
      if keptCount > limits.kept || keptBytes > limits.keptBytes {
        try remove(through: size.number)
        break
      }
    }
    return before - count
  }

  private static func json(_ event: OnsideEvent) -> String? {
    // Encoding does not fail: JSON cannot represent a number that is not finite, but the validator rejects those.
    (try? JSONEncoder().encode(event)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the event in a row; nil if the row is damaged.
  private static func event(_ row: Row) -> OnsideEvent? {
    guard let text = try? row.text(1), let sum = try? row.integer(2), sum == checksum(text.utf8) else { return nil }
    return try? JSONDecoder().decode(OnsideEvent.self, from: Data(text.utf8))
  }
}
