#if os(Linux)
import CausewayFiles
import CausewayTool
import Foundation
import OnsideMerchant
import OnsideMerchantPostgreSQL

extension MerchantServeOptions {
  /// The location of the ledger.
  enum Ledger: Hashable {
    /// A file in a temporary folder, which is removed when the command ends.
    case temporary
    case file(URL)
    /// A PostgreSQL database. The value is libpq's connection string, which can contain a password.
    case postgreSQL(String, password: String? = nil)

    /// - Throws: `UsageError` if a file does not exist and either its path contains "=" or its folder does not exist, or
    ///   if a database's address is malformed. The text does not contain a password.
    init(_ location: Setting<ServeConfiguration.LedgerLocation>?, _ secrets: SecretReader) throws {
      guard let location else {
        self = .temporary
        return
      }
      switch location.value {
      case .path(let text):
        let isAddress = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
        self = isAddress ? .postgreSQL(text) : .file(try Self.fileURL(text, at: location.place))
      case .database(let text, let password):
        guard try !Self.containsPassword(text, at: location.place) else {
          throw UsageError(
            "\(location.place): a password must not be in this file; leave it out of the address, and add \"password\": {\"credential\": NAME}"
          )
        }
        let bytes = try password.map(secrets.bytes)
        self = .postgreSQL(text, password: bytes.map { String(decoding: $0, as: UTF8.self) })
      }
    }

    private static func containsPassword(_ text: String, at place: String) throws -> Bool {
      do throws(LedgerError) {
        return try PostgreSQLLedger.containsPassword(text)
      } catch {
        throw UsageError("\(place): \(error)")
      }
    }

    private static func fileURL(_ text: String, at place: String) throws -> URL {
      let file = URL(fileURLWithPath: text)
      if FileManager.default.fileExists(atPath: file.path) { return file }
      // The text is probably libpq's other form, "host=…". It can contain a password, so the error does not quote it.
      guard !text.contains("=") else {
        throw UsageError(
          "\(place) needs a file or postgresql://user@host/database; a new file's name must not contain \"=\"")
      }
      let folder = file.deletingLastPathComponent()
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
        guard FileReason.absence(of: folder.path) != .hidden else {
          throw UsageError("\(place) \(text): this user may not enter the folder in which \(folder.path) is")
        }
        throw UsageError("\(place) \(text): the folder \(folder.path) does not exist; create it first")
      }
      return file
    }
  }
}

extension MerchantServeOptions.Ledger: CustomStringConvertible, CustomReflectable {
  /// The location without the connection string, which can contain a password.
  var description: String {
    switch self {
    case .temporary: "temporary"
    case .file(let file): file.path
    case .postgreSQL: "PostgreSQL"
    }
  }

  var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
