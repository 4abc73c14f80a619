import CausewayDatabase
import CausewayJSON

/// A tracked event as the store keeps it.
package struct SandboxEvent: Hashable, Sendable {
  /// The event's id, a UUID in lower case, different for each event.
  package var id: String
  /// The event's name.
  package var name: String
  /// The time at which the app tracked the event, in RFC 3339.
  package var time: String
  /// The parameters that the app gave.
  package var parameters: JSONObject
}

/// The tracked events of the apps.
package struct EventService {
  let database: Database
  let records: EventRecords

  /// Stores events of an app. An event whose id is stored already is dropped. The events are on disk when this
  /// method returns.
  package func track(_ events: [SandboxEvent], app: String) throws(SandboxProblem) {
    try database.runTransaction { () throws(DatabaseError) in
      for event in events { try records.add(event, app: app) }
      return .success(())
    }
  }

  /// Returns the events of an app in the order in which they arrived.
  package func tracked(by app: String) throws(SandboxProblem) -> [SandboxEvent] {
    try database.run { () throws(DatabaseError) in try records.events(of: app) }
  }
}

/// The table of events.
struct EventRecords {
  static let tables = """
    CREATE TABLE event (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      app TEXT NOT NULL,
      name TEXT NOT NULL,
      time TEXT NOT NULL,
      parameters TEXT NOT NULL
    );
    """

  let database: Database

  func add(_ event: SandboxEvent, app: String) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO event (id, app, name, time, parameters) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
      .text(event.id), .text(app), .text(event.name), .text(event.time),
      .text(JSONValue.object(event.parameters).json))
  }

  func events(of app: String) throws(DatabaseError) -> [SandboxEvent] {
    try database.query(
      "SELECT id, name, time, parameters FROM event WHERE app = ? ORDER BY number", .text(app)
    ) { row throws(DatabaseError) in
      guard let parameters = try? JSONValue(parsing: try row.text(3)).objectValue else {
        throw row.damaged("an event's parameters are not an object")
      }
      return SandboxEvent(
        id: try row.text(0), name: try row.text(1), time: try row.text(2), parameters: parameters)
    }
  }
}
