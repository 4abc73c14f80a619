import CWebKitGTK
import Foundation

/// The sessions of data stores with an identifier. Each session has its own directory.
@MainActor
enum IdentifiedSessions {
  private struct Entry {
    weak var session: NetworkSession?
  }

  private static var open: [UUID: Entry] = [:]

  /// Returns the session of the stores with an identifier: the session that is in use, or a new one.
  static func session(_ identifier: UUID) -> NetworkSession {
    if let session = open[identifier]?.session { return session }
    let session = NetworkSession(
      GObjectReference(
        owning: webkit_network_session_new(
          data.appendingPathComponent(identifier.uuidString).path,
          caches.appendingPathComponent(identifier.uuidString).path)))
    open[identifier] = Entry(session: session)
    return session
  }

  /// The identifiers of the stores that have data on disk.
  static var identifiers: [UUID] {
    // If the directory cannot be read, it does not exist yet, so no store has data.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data.path)) ?? []
    return names.compactMap { UUID(uuidString: $0) }
  }

  /// Deletes the data of the stores with an identifier.
  ///
  /// - Throws: an error if a session uses the data, or a file cannot be deleted.
  static func remove(_ identifier: UUID) throws {
    guard open[identifier]?.session == nil else {
      throw NSError(
        domain: "WKWebSiteDataStore", code: 1, userInfo: [NSLocalizedDescriptionKey: "Data store is in use"])
    }
    open[identifier] = nil
    for folder in [data, caches] {
      try removeFolder(folder.appendingPathComponent(identifier.uuidString).path)
    }
  }

  /// Deletes a folder. The network process, which has just closed the session, may delete files in it at the same time.
  private static func removeFolder(_ path: String) throws {
    while FileManager.default.fileExists(atPath: path) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch CocoaError.fileNoSuchFile {
        continue
      }
    }
  }

  private static var data: URL { DataDirectory.data.appendingPathComponent("WebsiteDataStore") }
  private static var caches: URL { DataDirectory.caches.appendingPathComponent("WebsiteDataStore") }
}
