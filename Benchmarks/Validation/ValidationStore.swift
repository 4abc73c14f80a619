#if os(Linux)
import Foundation
import OnsideCore
import OnsideMerchant
import OnsideSandbox
import OnsideTesting

/// A sandbox store in a separate process, with orders that were made in advance.
final class ValidationStore {
  /// The signed history of each order, as an app gets it.
  let histories: [String]
  /// The client with which the backend sends its requests.
  let client: MerchantClient
  /// The URL of the store's keys.
  let keys: URL
  private let process = Process()
  private let input = Pipe()

  /// Makes the orders, and starts the store's process. `folder` must exist, and only this store may use it.
  init(orders count: Int, in folder: URL) async throws {
    let file = folder.appendingPathComponent("shop.storekit")
    try Data(ShopCatalog.file(products: 1).json.utf8).write(to: file)
    let data = folder.appendingPathComponent("store")
    let options = SandboxOptions(
      catalog: try Catalog(contentsOf: file), folder: data, apps: [ValidationLoad.bundleID], merchantRate: nil)
    let store = try SandboxStore(options)
    histories = try await Self.sell(count, store)
    let (merchantID, keyID) = (store.merchantID, store.secretKeyID)
    await store.close()

    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("SandboxProgram")
    process.arguments = [file.path, data.path]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0a { line.append(byte) }
    guard let address = URL(string: String(decoding: line, as: UTF8.self)) else {
      throw BenchError.noFigure("a store's address")
    }
    keys = address.appendingPathComponent(".well-known/jwks.json")
    let secret = try String(contentsOf: data.appendingPathComponent("merchant-secret"), encoding: .utf8)
    client = try MerchantClient(
      server: address,
      credentials: MerchantCredentials(
        merchantID: merchantID, keyID: keyID,
        secret: MerchantSecret(secret.trimmingCharacters(in: .whitespacesAndNewlines))))
  }

  /// Ends the store's process.
  func stop() {
    try? input.fileHandleForWriting.close()  // the process may have ended already
    process.waitUntilExit()
  }

  private static func sell(_ count: Int, _ store: SandboxStore) async throws -> [String] {
    let session = try await store.run {
      try $0.sessions.logIn(.email("ann@example.com"), country: nil, app: ValidationLoad.bundleID).session
    }
    let response = try await store.run { try $0.catalog.products([ShopCatalog.identifier(0)], for: session) }
    guard let product = response.products.first else {
      throw BenchError.noFigure("a product")
    }
    var histories: [String] = []
    for _ in 0..<count {
      let request = OrderRequest(
        key: UUID(), productIdentifier: product.productIdentifier, price: product.price, account: session.account,
        countryCode: session.country.countryCode)
      let order = try await store.run { try $0.orders.pay(request, by: session).order }
      guard let id = UUID(uuidString: order.id) else { throw BenchError.noFigure("an order") }
      histories.append(try await store.run { try $0.histories.statement(ofOrder: id) }.signed())
    }
    return histories
  }
}
#endif
