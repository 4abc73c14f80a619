import Foundation
import LedgerTestSupport
import OnsideMerchant

/// The comparison of the printed decisions with the contents of the ledger.
struct Verdict {
  private(set) var problems: [String] = []
  /// The number of orders in the ledger.
  private(set) var orders = 0
  /// The number of orders that were granted.
  private(set) var granted = 0
  /// The number of granted orders whose grant was not printed, because the process was killed before it could print.
  private(set) var untold = 0
  /// The number of each customer's orders that are not revoked. Each such order gives one coin.
  private var standing: [String: Int] = [:]

  init(_ told: [Told], _ ledger: any EntitlementLedger) async throws {
    let byOrder = Dictionary(grouping: told, by: \.number)
    let last = (byOrder.keys.max() ?? 0) + 2 * Backend.window
    for number in 0...last {
      try await check(number, byOrder[number, default: []].map(\.outcome), ledger)
    }
    for customer in Set((0..<7).map(World.customer)) {
      let entitlements = try await ledger.entitlements(of: customer, at: InAppPurchase.epoch + 100)
      let coins = entitlements.reduce(0) { $0 + $1.quantity }
      if coins != standing[customer, default: 0] {
        problems.append("\(customer) has \(coins) coins instead of \(standing[customer, default: 0])")
      }
    }
    if told.isEmpty || granted == 0 { problems.append("nothing was recorded, so nothing was tested") }
  }

  private mutating func check(
    _ number: Int, _ told: [LedgerDecision.Outcome], _ ledger: any EntitlementLedger
  ) async throws {
    let evidence = try await ledger.evidence(of: World.order(number))
    guard !evidence.isEmpty else {
      if !told.isEmpty { problems.append("order \(number) was printed as \(told[0]), but is not in the ledger") }
      return
    }
    orders += 1
    let grants = evidence.filter { $0.outcome == .granted }
    let toldGrants = told.filter { $0 == .granted }.count
    if grants.count > 1 { problems.append("order \(number) was granted \(grants.count) times") }
    if toldGrants > 1 { problems.append("the grant of order \(number) was printed \(toldGrants) times") }
    if grants.isEmpty, told.contains(.granted) || told.contains(.alreadyGranted) {
      problems.append("order \(number) was printed as granted, but is not granted in the ledger")
    }
    let isRevoked = evidence.contains(where: World.revokes)
    if !isRevoked, told.contains(.revoked) { problems.append("order \(number) was printed as revoked, but is not") }
    if !isRevoked { standing[World.customer(number), default: 0] += 1 }
    if grants.count == 1 {
      granted += 1
      if toldGrants == 0 { untold += 1 }
    }
    if Set(evidence.map(\.customer)) != [World.customer(number)] {
      problems.append("order \(number) belongs to the wrong customers: \(evidence.map(\.customer))")
    }
    if Set(evidence.map { $0.digest + Array($0.customer.utf8) }).count != evidence.count {
      problems.append("the ledger has the same statement for order \(number) twice")
    }
  }
}
