#if os(Linux)
import Foundation
import OnsideMerchant

/// The options of `causeway merchant serve`.
struct MerchantServeOptions {
  /// The orders for which the server asks the Merchant API.
  enum Confirm: String, CaseIterable {
    case always
    case new
    case never
  }

  /// The location of the ledger.
  enum Ledger: Hashable {
    /// A file in a temporary folder, which is removed when the command ends.
    case temporary
    case file(URL)
    /// A PostgreSQL database. The value is libpq's connection string, which can contain a password.
    case postgreSQL(String)

    /// - Throws: `UsageError` if the file does not exist and either its path contains "=" or its folder does not exist.
    init(_ text: String?) throws {
      guard let text else {
        self = .temporary
        return
      }
      let isAddress = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
      self = isAddress ? .postgreSQL(text) : .file(try Self.fileURL(text))
    }

    private static func fileURL(_ text: String) throws -> URL {
      let file = URL(fileURLWithPath: text)
      if FileManager.default.fileExists(atPath: file.path) { return file }
      // The text is probably libpq's other form, "host=…". It can contain a password, so the error does not quote it.
      guard !text.contains("=") else {
        throw UsageError(
          "--ledger needs a file or postgresql://user@host/database; a new file's name must not contain \"=\"")
      }
      let folder = file.deletingLastPathComponent()
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
        throw UsageError("--ledger \(text): the folder \(folder.path) does not exist; create it first")
      }
      return file
    }
  }

  let credentials: MerchantCredentials
  let apps: Set<String>
  let keys: JSONWebKeySetSource
  let confirmation: OrderConfirmation
  let ledger: Ledger
  let site: URL?
  let endpoint: MerchantEndpoint

  init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    credentials = try MerchantOptions(arguments, environment: environment).credentials
    let store = try arguments.server("--store")
    _ = try arguments.required("--app")
    apps = Set(arguments.all("--app"))
    let confirm = try arguments.choices("--confirm", Confirm.self).last ?? .always
    confirmation = try Self.confirmation(confirm, store, credentials)
    keys = try MerchantOptions.keys(of: store, or: arguments.one("--jwks"))
    ledger = try Ledger(arguments.one("--ledger"))
    site = arguments.one("--site").map { URL(fileURLWithPath: $0, isDirectory: true) }
    endpoint = try MerchantEndpoint(arguments, environment: environment)
  }

  private static func confirmation(
    _ confirm: Confirm, _ store: URL, _ credentials: MerchantCredentials
  ) throws -> OrderConfirmation {
    var clientOptions = MerchantClientOptions()
    // Use a short timeout, because the customer waits for the answer.
    clientOptions.totalTimeout = .seconds(10)
    do throws(MerchantError) {
      let client = try MerchantClient(server: store, credentials: credentials, options: clientOptions)
      return switch confirm {
      case .always: .always(client)
      case .new: .newOrders(client)
      case .never: .never
      }
    } catch {
      throw UsageError("--store \(store): \(error)")
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
