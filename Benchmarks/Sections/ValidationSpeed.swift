import Causeway
import CausewayJOSE
import Foundation
import OnsideMerchant

/// Measures a whole validation: from the text that an app presents to the decision on the disk and the customer's
/// entitlements, with cached keys and a ledger on SQLite. The baseline is only the OpenSSL call that verifies the
/// signature.
@MainActor enum ValidationSpeed {
  private static let clients = 64
  private static let (orders, confirmedOrders) = (2000, 400)

  static func run(_ size: Size, _ report: Report) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Errors are ignored, because the system removes old files from its temporary folder.
    defer { try? FileManager.default.removeItem(at: folder) }
    let turns = size.validationTurns

    #if os(Linux)
    Progress.say("Orders for the validations")
    // Make the orders and start the store's process before this process is limited to one core. The store's process
    // would inherit the limit, but it may use every core.
    let store = try await ValidationStore(orders: (turns + 1) * confirmedOrders, in: folder)
    defer { store.stop() }
    let core = try OneCore()
    #endif

    let key = try SigningKey.generate(.rs256, keyID: "2026-11")
    report.begin("Validations of one order on one core, RS256, \(clients) clients; the Merchant API is not asked")
    let bare = try await bareRate(size, report, key)
    let keyFile = folder.appendingPathComponent("keys.json")
    guard let publicKey = key.publicKey() else { throw BenchError.noFigure("a public key") }
    try Data(JSONWebKeySet([publicKey]).json.json.utf8).write(to: keyFile)
    try await measure("validation", turns, report, bare, keyFile, folder, .never) { _ in
      try ValidationLoad(orders, signedBy: key)
    }

    #if os(Linux)
    for (name, title, confirmation) in [
      ("validationConfirmingNew", "about new orders", OrderConfirmation.newOrders(store.client)),
      ("validationConfirmingAlways", "each time, the default of causeway merchant serve", .always(store.client)),
    ] {
      report.begin("The same; the Merchant API of a store in another process is asked \(title)")
      try await measure(name, turns, report, bare, store.keys, folder, confirmation) { turn in
        ValidationLoad(Array(store.histories[turn * confirmedOrders..<(turn + 1) * confirmedOrders]))
      }
    }
    try core.end()
    #endif
  }

  /// Measures validations of new orders and, in the same turn, of the same orders again.
  private static func measure(
    _ name: String, _ turns: Int, _ report: Report, _ bare: Double?, _ keys: URL, _ folder: URL,
    _ confirmation: OrderConfirmation, load: (Int) throws -> ValidationLoad
  ) async throws {
    let ledger = try SQLiteLedger(file: folder.appendingPathComponent("\(name).sqlite"))
    let validator = PurchaseValidator(
      bundleIDs: [ValidationLoad.bundleID], verifier: HistoryVerifier(keys: try JSONWebKeySetSource(keys)),
      ledger: ledger, confirmation: confirmation)
    let (asksNew, asksKnown) =
      switch confirmation {
      case .always: (true, true)
      case .newOrders: (true, false)
      case .never: (false, false)
      }
    var (new, known) = (Cost(), Cost())
    for turn in 0...turns {
      let load = try load(turn)
      try await new.measure(load.histories.count, isWarm: turn > 0) {
        try await load.present(to: validator, clients: clients, expecting: .granted, confirmed: asksNew)
      }
      try await known.measure(load.histories.count, isWarm: turn > 0) {
        try await load.present(to: validator, clients: clients, expecting: .alreadyGranted, confirmed: asksKnown)
      }
    }
    await ledger.close()
    for (what, key, cost) in [("new orders", "New", new), ("known orders", "Known", known)] {
      report.add("\(what), by the clock", cost.rate, "/s", over: bare.map { ("the bare call", $0) })
      let core = 1e6 / cost.coreMicroseconds
      report.add("\(what), by processor time", core, "/s", over: bare.map { ("the bare call", $0) })
      report.figure("\(name)\(key)PerSecond", cost.rate)
      report.figure("\(name)\(key)PerProcessorSecond", core)
      if let bare { report.ratio("\(name)\(key)OverBareVerification", cost.rate / bare) }
    }
  }

  /// Returns the number of signatures that OpenSSL alone verifies in a second, for a history with one order.
  private static func bareRate(_ size: Size, _ report: Report, _ key: SigningKey) async throws -> Double? {
    #if os(Linux)
    guard let text = try ValidationLoad(1, signedBy: key).histories.first else { return nil }
    let bare = try BareVerification(text, signedBy: key)
    var cost = Cost()
    for turn in 0...size.rounds {
      try await cost.measure(orders, isWarm: turn > 0) { for _ in 0..<orders { try bare.verify() } }
    }
    report.add("the bare call, which checks a signature", cost.rate, "/s")
    report.figure("bareVerificationsPerSecond", cost.rate)
    return cost.rate
    #else
    return nil
    #endif
  }
}
