import Foundation

/// A validator of signed histories in a publisher's backend. For a history that an app presents, the validator checks
/// the signature, asks the Merchant API, records the result in the ledger, and returns what the customer owns.
public struct PurchaseValidator: Sendable {
  private let bundleIDs: Set<ExactText>
  private let verifier: HistoryVerifier
  private let ledger: any EntitlementLedger
  private let confirmation: OrderConfirmation
  private let maximumConfirmations: Int
  private let confirmationTimeout: Duration
  private let turn = ConfirmationTurn()

  /// Creates a validator.
  ///
  /// - Parameters:
  ///   - bundleIDs: The publisher's apps. The store signs the histories of all apps with the same keys, so the history
  ///     of another app proves nothing here.
  ///   - verifier: A verifier with the store's keys.
  ///   - ledger: The ledger that stores the decisions.
  ///   - confirmation: When the Merchant API must confirm an order.
  ///   - maximumConfirmations: The maximum number of requests to the Merchant API in one call, one after another. The
  ///     validator begins with the orders that are not in the ledger; the next call continues with the remaining
  ///     orders.
  ///   - confirmationTimeout: The timeout of all these requests together.
  public init(
    bundleIDs: Set<String>, verifier: HistoryVerifier, ledger: some EntitlementLedger, confirmation: OrderConfirmation,
    maximumConfirmations: Int = 50, confirmationTimeout: Duration = .seconds(30)
  ) {
    self.bundleIDs = Set(bundleIDs.map(ExactText.init))
    self.verifier = verifier
    self.ledger = ledger
    self.confirmation = confirmation
    self.maximumConfirmations = maximumConfirmations
    self.confirmationTimeout = confirmationTimeout
  }

  /// Validates a history.
  ///
  /// It is safe to validate the same history again, because the ledger grants an order once.
  ///
  /// Only a grant needs a confirmation. If the app's history says that a purchase in the ledger was revoked or has
  /// ended, the ledger records this even if the Merchant API does not answer.
  ///
  /// - Parameters:
  ///   - jws: The history that the app got from the store, a compact JWS.
  ///   - order: The order to validate, the client's `transactionIdentifier`; nil for every order of the history.
  ///   - customer: The backend's name for the logged-in user. A purchase with an `app_account_token` belongs to that
  ///     customer only, so an app must set the token to this name. Tokens that are UUIDs match in upper and lower case.
  ///   - now: The time for which the method computes the entitlements.
  /// - Throws: ``ValidationError``. If `order` cannot be confirmed, the method throws; other orders that cannot be
  ///   confirmed are in the result's ``Validation/unconfirmed``.
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
    // The ledger decides with the current time. If `now` is later, a purchase that ends between these two times is
    // still valid for the ledger.
    let past = min(now, Date())
    let ended = purchases.filter { confirmed.failures[$0.orderID] != nil && !$0.standsInLedger(at: past) }.map(
      \.orderID)
    let taken = Set(ended).subtracting(try await newOrders(of: ended))
    for order in taken { confirmed.failures[order] = nil }
    if let order, let error = confirmed.failures[order] { throw .notConfirmed(order, error) }
    let open = Set(unproven).subtracting(taken)
    let proven = presented.keeping(purchases.filter { !open.contains($0.orderID) })
    do throws(LedgerError) {
      let (decisions, entitlements) = try await record(confirmed.histories + [proven], for: customer, at: now)
      return Validation(
        purchases: purchases, decisions: purchases.compactMap { decisions[$0.orderID] },
        entitlements: ofOwnApps(entitlements),
        confirmed: confirmed.orders.intersection(purchases.map(\.orderID)), unconfirmed: confirmed.failures,
        violations: presented.history.violations)
    } catch {
      throw .ledger(error)
    }
  }

  /// Returns what a customer owns in the publisher's apps, without a history: as of the last one that was validated.
  ///
  /// - Throws: `LedgerError`, for example `invalidCustomer`.
  public func entitlements(of customer: String, at now: Date = Date()) async throws(LedgerError) -> [Entitlement] {
    ofOwnApps(try await ledger.entitlements(of: customer, at: now))
  }

  private func ofOwnApps(_ entitlements: [Entitlement]) -> [Entitlement] {
    entitlements.filter { bundleIDs.contains(ExactText($0.bundleID)) }
  }

  /// Returns the orders for which the app's history is not enough, in the order of the requests.
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
        source: ConfirmedHistorySource(client: client, verifier: verifier, bundleIDs: bundleIDs),
        maximumRequests: maximumConfirmations, timeout: confirmationTimeout
      ).confirm(orders)
      if result.isCutShort { await turn.note(result.requested) }
      return result
    }
  }

  /// Records histories, and returns the decision about each order and the customer's entitlements. If several histories
  /// contain an order, the first decision counts, because only the first one can be `granted`.
  private func record(
    _ histories: [SignedHistory], for customer: String, at now: Date
  ) async throws(LedgerError) -> (decisions: [UUID: LedgerDecision], entitlements: [Entitlement]) {
    var decisions: [UUID: LedgerDecision] = [:]
    func add(_ new: [LedgerDecision]) {
      for decision in new where decisions[decision.orderID] == nil { decisions[decision.orderID] = decision }
    }
    var histories = histories.filter { !$0.history.transactions.isEmpty }
    guard let last = histories.popLast() else {
      return (decisions, try await ledger.entitlements(of: customer, at: now))
    }
    for history in histories { add(try await ledger.record(history, for: customer)) }
    let recorded = try await ledger.record(last, for: customer, entitlementsAt: now)
    add(recorded.decisions)
    return (decisions, recorded.entitlements)
  }
}

extension InAppPurchase {
  /// Returns whether the purchase is neither revoked nor expired by the ledger's rules.
  fileprivate func standsInLedger(at now: Date) -> Bool { OrderStatement(self).stands(at: LedgerTime(now)) }
}

extension SignedHistory {
  /// Returns the same signed statement with only these purchases.
  fileprivate func keeping(_ purchases: [InAppPurchase]) -> SignedHistory {
    SignedHistory(jws: jws, keyID: keyID, history: TransactionHistory(transactions: purchases))
  }
}
