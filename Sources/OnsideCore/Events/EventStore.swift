import CausewayDatabase
import Foundation

/// The events that wait to be sent, in a file.
final class EventStore {
  private static let form = DatabaseForm(
    applicationID: 0x4f6e_4576,  // "OnEv"
    migrations: [
      // Numbers are not used again: they are the order.
      "CREATE TABLE event (number INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL, checksum INTEGER NOT NULL)"
    ])

  /// The oldest events.
  struct Batch {
    /// Those that can be read.
    let events: [OnsideEvent]
    /// How many cannot.
    let unreadable: Int
    /// Up to which number they go, or nil if there are none.
    let last: Int64?
  }

  private let database: Database
  private var count = 0
  private var bytes = 0

  init(file: URL) throws(DatabaseError) {
    database = try Database(file: file, form: Self.form)
    let sizes = try database.query("SELECT length(CAST(json AS BLOB)) FROM event") {
      row throws(DatabaseError) in Int(try row.integer(0))
    }
    count = sizes.count
    bytes = sizes.reduce(0, +)
  }

  /// Adds events, all or none, and drops the oldest that are too many.
  ///
  /// - Returns: how many were dropped.
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

  /// The oldest, in their order.
  func oldest(_ limit: Int) throws(DatabaseError) -> Batch {
    let rows = try database.query(
      "SELECT number, json, checksum FROM event ORDER BY number LIMIT ?", .integer(Int64(limit))
    ) { row throws(DatabaseError) in (number: try row.integer(0), event: Self.event(row)) }
    let events = rows.compactMap(\.event)
    return Batch(events: events, unreadable: rows.count - events.count, last: rows.last?.number)
  }

  /// Removes the oldest, up to a number.
  func remove(through number: Int64) throws(DatabaseError) {
    let sizes = try database.query(
      "DELETE FROM event WHERE number <= ? RETURNING length(CAST(json AS BLOB))", .integer(number)
    ) { row throws(DatabaseError) in Int(try row.integer(0)) }
    count -= sizes.count
    bytes -= sizes.reduce(0, +)
  }

  /// Lets the file go.
  func close() { database.close() }

  private func trim(_ limits: EventLimits.Queue) throws(DatabaseError) -> Int {
    guard count > limits.kept || bytes > limits.keptBytes else { return 0 }
    let before = count
    var (keptCount, keptBytes) = (0, 0)
    // From the newest: the first that there is no room for, and all before it.
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
    // Only a number that is not finite could fail, and no event has one.
    (try? JSONEncoder().encode(event)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The event of a row, or nil if that is damaged.
  private static func event(_ row: Row) -> OnsideEvent? {
    guard let text = try? row.text(1), let sum = try? row.integer(2), sum == checksum(text.utf8) else { return nil }
    return try? JSONDecoder().decode(OnsideEvent.self, from: Data(text.utf8))
  }
}
