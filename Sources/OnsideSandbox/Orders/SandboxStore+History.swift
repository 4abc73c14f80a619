import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideMerchant

extension SandboxStore {
  /// A purchase history that is not signed yet, with the key to sign it.
  struct Statement: Sendable {
    /// The history to sign.
    var history: TransactionHistory
    /// The signing key when the history was made.
    var key: SigningKey

    /// Returns the compact JWS. An RSA signature takes long, so this method runs outside of the store's actor.
    func signed() throws(SandboxProblem) -> String {
      do throws(SigningKeyError) {
        return try key.sign(history.json.jsonBytes)
      } catch {
        throw SandboxProblem(.internalError, "The history could not be signed")
      }
    }
  }

  /// Returns the signed history of every purchase that the session's account made in the session's app: a compact JWS
  /// with a `TransactionHistory`.
  nonisolated package func signedHistory(of session: SandboxSession) async throws(SandboxProblem) -> String {
    try await statement(of: session).signed()
  }

  /// Returns the signed history of one purchase of the merchant's apps; for a subscription, of all its orders.
  ///
  /// - Throws: `unknown_order`; `not_allowed` for an order of an app that is not the merchant's.
  nonisolated package func signedHistory(ofOrder id: UUID) async throws(SandboxProblem) -> String {
    try await statement(ofOrder: id).signed()
  }

  private func statement(of session: SandboxSession) throws(SandboxProblem) -> Statement {
    try catchUp()
    return try statement { () throws(DatabaseError) in
      .success(try records.orders(of: session.account, app: session.app))
    }
  }

  private func statement(ofOrder id: UUID) throws(SandboxProblem) -> Statement {
    try catchUp()
    return try statement { () throws(DatabaseError) in
      guard let order = try records.order(id: id) else { return .failure(.unknownOrder) }
      guard options.apps.contains(order.app) else {
        return .failure(SandboxProblem(.notAllowed, "The order's app is not the merchant's"))
      }
      return .success(try records.orders(original: order.original))
    }
  }

  private func statement(
    _ orders: () throws(DatabaseError) -> Result<[SandboxOrder], SandboxProblem>
  ) throws(SandboxProblem) -> Statement {
    let orders = try keeping(orders).get()
    let now = clock.now(real: options.realTime())
    let purchases = orders.compactMap { InAppPurchase($0, fetchedAt: now) }
    return Statement(history: TransactionHistory(transactions: purchases), key: signingKey)
  }
}
