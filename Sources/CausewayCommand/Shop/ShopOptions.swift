#if os(Linux)
import CausewayJSON
import CausewayTool
import Foundation
import OnsideMerchantCommand

/// The options of `causeway shop`, and the command lines of the parts.
struct ShopOptions {
  let shop: ShopFolder
  let app: String
  /// The ports of the parts; 0 for any free port.
  let ports: [ShopPart: UInt16]
  /// The options that the page's command has too, with their values.
  let pageOptions: [String]
  /// Whether the page is in a window instead of the user's browser.
  let hasWindow: Bool
  /// Whether the app's data are kept for the next start.
  let keepsData: Bool

  func store(data: URL) -> [String] {
    [
      "store", "serve", "--catalog", shop.catalog.path, "--data", data.appendingPathComponent("store").path, "--app",
      app,
      "--port", port(.store),
    ]
  }

  func backend(_ merchant: ShopMerchant, store: String, data: URL) -> [String] {
    [
      "merchant", "serve", "--merchant-id", merchant.id, "--key-id", merchant.keyID, "--store", store, "--app", app,
      "--ledger", data.appendingPathComponent("ledger.sqlite").path, "--site", shop.folder.path, "--port",
      port(.backend),
    ]
  }

  func page(store: String, backend: String, data: URL) -> [String] {
    let command = hasWindow ? ["open", backend, "--inspect"] : ["serve", "--proxy", backend, "--port", port(.page)]
    let state = keepsData ? ["--state", data.appendingPathComponent("app").path] : []
    return command + ["--store", store, "--app", app] + state + pageOptions
  }

  private func port(_ part: ShopPart) -> String { "\(ports[part] ?? 0)" }
}

/// The merchant that the store has made for the publisher.
struct ShopMerchant {
  let id: String
  let keyID: String
  private let secret: String

  /// Reads the files that the store has written into its folder.
  init(folder: URL) throws {
    let file = folder.appendingPathComponent("merchant.json")
    let merchant = try JSONValue(parsing: Data(contentsOf: file))
    guard let id = merchant["merchant_id"]?.stringValue, let keyID = merchant["key_id"]?.stringValue else {
      throw PageError("\(file.path): the store has written no merchant_id or no key_id")
    }
    (self.id, self.keyID) = (id, keyID)
    secret = try String(contentsOf: folder.appendingPathComponent("merchant-secret"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The variable with the secret. Every user of the machine can read command lines, but not the environment.
  var environment: [String: String] { [MerchantOptions.secretVariable: secret] }
}
#endif
