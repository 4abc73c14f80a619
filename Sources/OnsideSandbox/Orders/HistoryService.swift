import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideMerchant

/// A purchase history that is not signed yet, with the key to sign it.
package struct HistoryStatement: Sendable {
  /// The history to sign.
  var history: TransactionHistory
  /// The key that was the store's current signing key when the history was made.
  var key: SigningKey

  /// Returns the compact JWS. An RSA signature takes time, so this method runs outside of the store's actor.
  @concurrent package func signed() async throws(SandboxProblem) -> String {
    do throws(SigningKeyError) {
      return try key.sign(history.json.jsonBytes)
    } catch {
      throw SandboxProblem(.internalError, "The history could not be signed")
    }
  }
}

/// The purchase histories, for apps and for the merchant's backend.
package struct HistoryService {
  let database: Database
  let orders: OrderRecords
  /// The bundle identifiers of the merchant's apps.
  let apps: Set<String>
  let subscriptions: SubscriptionService
  let signingKeys: SigningKeyService
  let clock: ClockService

  /// Returns the history of every purchase that the session's account made in the session's app.
  func statement(of session: SandboxSession) throws(SandboxProblem) -> HistoryStatement {
    try subscriptions.catchUp()
    return try statement { () throws(DatabaseError) in
      .success(try orders.orders(of: session.account, app: session.app))
    }
  }

  /// Returns the history of one purchase of the merchant's apps; for a subscription, of all its orders.
  ///
  /// - Throws: `unknown_order`; `not_allowed` for an order of an app that does not belong to the merchant.
  package func statement(ofOrder id: UUID) throws(SandboxProblem) -> HistoryStatement {
    try subscriptions.catchUp()
    return try statement { () throws(DatabaseError) in
      guard let order = try orders.order(id: id) else { return .failure(.unknownOrder) }
      guard apps.contains(order.app) else {
        return .failure(SandboxProblem(.notAllowed, "The order's app does not belong to the merchant"))
      }
      return .success(try orders.orders(original: order.original))
    }
  }

  private func statement(
    _ orders: () throws(DatabaseError) -> Result<[SandboxOrder], SandboxProblem>
  ) throws(SandboxProblem) -> HistoryStatement {
    let orders = try database.run(orders).get()
    // All orders of a statement are of one account.
    let now = orders.first.map { clock.now(of: $0.account) } ?? clock.now()
    let purchases = orders.compactMap { InAppPurchase($0, fetchedAt: now) }
    return HistoryStatement(history: TransactionHistory(transactions: purchases), key: signingKeys.current)
  }
}
