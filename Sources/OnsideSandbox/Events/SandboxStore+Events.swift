import CausewayDatabase
import CausewayJSON

/// A tracked event as the store keeps it.
package struct SandboxEvent: Hashable, Sendable {
  /// New for each event, a UUID in lower case.
  package var id: String
  /// Its name.
  package var name: String
  /// When it was tracked, RFC 3339.
  package var time: String
  /// Its parameters.
  package var parameters: JSONObject
}

extension SandboxStore {
  /// Takes events of an app; one whose id is known is dropped. They are on the disk when this returns.
  package func track(_ events: [SandboxEvent], app: String) throws(SandboxProblem) {
    try transaction { () throws(DatabaseError) in
      for event in events { try records.add(event, app: app) }
      return .success(())
    }
  }

  /// The events of an app, in the order in which they came.
  package func events(of app: String) throws(SandboxProblem) -> [SandboxEvent] {
    try keeping { () throws(DatabaseError) in try records.events(of: app) }
  }
}

extension SandboxRecords {
  fileprivate func add(_ event: SandboxEvent, app: String) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO event (id, app, name, time, parameters) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
      .text(event.id), .text(app), .text(event.name), .text(event.time),
      .text(JSONValue.object(event.parameters).json))
  }

  fileprivate func events(of app: String) throws(DatabaseError) -> [SandboxEvent] {
    try database.query(
      "SELECT id, name, time, parameters FROM event WHERE app = ? ORDER BY number", .text(app)
    ) { row throws(DatabaseError) in
      guard let parameters = try? JSONValue(parsing: try row.text(3)).objectValue else {
        throw row.damaged("an event's parameters are no object")
      }
      return SandboxEvent(
        id: try row.text(0), name: try row.text(1), time: try row.text(2), parameters: parameters)
    }
  }
}
