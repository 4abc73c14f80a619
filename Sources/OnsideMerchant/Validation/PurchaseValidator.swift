import Foundation

/// What a publisher's backend does with a signed history that its app hands over: checks the signature, asks the Merchant
/// API, records what it learns in the ledger, and says what the customer has.
public struct PurchaseValidator: Sendable {
  private let bundleIDs: Set<ExactText>
  private let verifier: HistoryVerifier
  private let ledger: any EntitlementLedger
  private let confirmation: OrderConfirmation
  private let maximumConfirmations: Int
  private let confirmationPatience: Duration
  private let turn = ConfirmationTurn()

  /// A validator.
  ///
  /// - Parameters:
  ///   - bundleIDs: The publisher's apps. The store signs the histories of every app with the same keys, so one of
  ///     another app proves nothing here.
  ///   - verifier: With the store's keys.
  ///   - ledger: Where decisions are kept.
  ///   - confirmation: Whether the Merchant API is asked.
  ///   - maximumConfirmations: About how many orders one call asks the Merchant API at most, one after another. It
  ///     begins with those that the ledger does not know; the next call goes on with those that it did not get to.
  ///   - confirmationPatience: How long all of that may take.
  public init(
    bundleIDs: Set<String>, verifier: HistoryVerifier, ledger: some EntitlementLedger, confirmation: OrderConfirmation,
    maximumConfirmations: Int = 50, confirmationPatience: Duration = .seconds(30)
  ) {
    self.bundleIDs = Set(bundleIDs.map(ExactText.init))
    self.verifier = verifier
    self.ledger = ledger
    self.confirmation = confirmation
    self.maximumConfirmations = maximumConfirmations
    self.confirmationPatience = confirmationPatience
  }

  /// Validates a history.
  ///
  /// To validate the same one again is safe: an order is granted once.
  ///
  /// A confirmation is needed to give, not to take: where the app's history says that a purchase which the ledger knows
  /// was taken back or has ended, that is recorded also if the Merchant API does not answer.
  ///
  /// - Parameters:
  ///   - jws: The history as the app got it, a compact JWS.
  ///   - order: The order that it is about, the client's `transactionIdentifier`; nil for every order of the history.
  ///   - customer: Who presents it, as the backend calls its user, after it has checked who that is. A purchase whose
  ///     `app_account_token` is not null belongs to that customer only: an app that gives one at the purchase gives the
  ///     name that the backend passes here (or a UUID, in whatever case of its letters).
  ///   - now: At what time entitlements must not have ended.
  /// - Throws: ``ValidationError``. An order that cannot be confirmed is an error if it is `order`; otherwise it is in
  ///   the result's ``Validation/unconfirmed``.
  public func validate(
    _ jws: String, order: UUID? = nil, for customer: String, at now: Date = Date()
  ) async throws(ValidationError) -> Validation {
    let presented: SignedHistory
    do throws(HistoryError) {
      presented = try await verifier.verify(jws)
    } catch {
      throw .history(error)
    }
    guard presented.isOfApps(bundleIDs) else { throw .otherApp }
    var purchases = presented.history.transactions
    if let order {
      purchases.removeAll { $0.orderID != order }
      if purchases.isEmpty { throw .orderNotInHistory(order) }
    }
    let unproven = try await unprovenOrders(of: purchases)
    var confirmed = await confirm(unproven)
    // Ended for the ledger too, which goes by the clock.
    let past = min(now, Date())
    let ended = purchases.filter { confirmed.failures[$0.orderID] != nil && !$0.standsInLedger(at: past) }.map(
      \.orderID)
    let taken = Set(ended).subtracting(try await newOrders(of: ended))
    for order in taken { confirmed.failures[order] = nil }
    if let order, let error = confirmed.failures[order] { throw .notConfirmed(order, error) }
    let open = Set(unproven).subtracting(taken)
    let proven = presented.keeping(purchases.filter { !open.contains($0.orderID) })
    do throws(LedgerError) {
      let decisions = try await record(confirmed.histories + [proven], for: customer)
      return Validation(
        purchases: purchases, decisions: purchases.compactMap { decisions[$0.orderID] },
        entitlements: try await ledger.entitlements(of: customer, at: now)
          .filter { bundleIDs.contains(ExactText($0.bundleID)) },
        confirmed: confirmed.orders.intersection(purchases.map(\.orderID)), unconfirmed: confirmed.failures,
        violations: presented.history.violations)
    } catch {
      throw .ledger(error)
    }
  }

  /// The orders of which the app's history is not enough, in the order in which they are asked about.
  private func unprovenOrders(of purchases: [InAppPurchase]) async throws(ValidationError) -> [UUID] {
    let orders = purchases.map(\.orderID)
    switch confirmation {
    case .never: return []
    case .always:
      guard orders.count > 1 else { return orders }
      return await turn.sorted(
        orders, new: Set(try await newOrders(of: orders)), limit: maximumConfirmations)
    case .newOrders:
      let new = try await newOrders(of: orders)
      guard new.count > 1 else { return new }
      return await turn.sorted(new, new: [], limit: maximumConfirmations)
    }
  }

  private func newOrders(of orders: [UUID]) async throws(ValidationError) -> [UUID] {
    guard !orders.isEmpty else { return [] }
    do throws(LedgerError) {
      return try await ledger.newOrders(of: orders)
    } catch {
      throw .ledger(error)
    }
  }

  private func confirm(_ orders: [UUID]) async -> PurchaseConfirmer.Result {
    switch confirmation {
    case .never: return PurchaseConfirmer.Result()
    case .always(let client), .newOrders(let client):
      let result = await PurchaseConfirmer(
        client: client, verifier: verifier, bundleIDs: bundleIDs, maximumRequests: maximumConfirmations,
        patience: confirmationPatience
      ).confirm(orders)
      if result.isCutShort { await turn.note(result.asked) }
      return result
    }
  }

  /// Records histories. Gives the decision about each order; of one that is in several histories the first, which is the
  /// one that can be `granted`.
  private func record(
    _ histories: [SignedHistory], for customer: String
  ) async throws(LedgerError) -> [UUID: LedgerDecision] {
    var decisions: [UUID: LedgerDecision] = [:]
    for history in histories where !history.history.transactions.isEmpty {
      for decision in try await ledger.record(history, for: customer) where decisions[decision.orderID] == nil {
        decisions[decision.orderID] = decision
      }
    }
    return decisions
  }
}

extension InAppPurchase {
  /// Whether the purchase gives something, as the ledger sees it.
  fileprivate func standsInLedger(at now: Date) -> Bool { OrderStatement(self).stands(at: LedgerTime(now)) }
}

extension SignedHistory {
  /// The same statement about some of its purchases.
  fileprivate func keeping(_ purchases: [InAppPurchase]) -> SignedHistory {
    SignedHistory(jws: jws, keyID: keyID, history: TransactionHistory(transactions: purchases))
  }
}
