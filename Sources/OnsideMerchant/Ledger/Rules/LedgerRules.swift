import Foundation

/// The ledger's decisions as pure functions. SQLite and PostgreSQL share them.
package enum LedgerRules {
  /// A purchase that a customer presents to the ledger.
  package struct Presentation: Hashable, Sendable {
    package let orderID: UUID
    package let statement: OrderStatement
    /// The name that the app gave to its user when the user bought the product.
    package let appAccountToken: ExactText?
    package let customer: ExactText
    /// The identifier of the call that presents the purchase.
    package let request: UUID
    package let now: LedgerTime
    /// Whether the statement comes from the store itself, in an answer to a check or in a notification, and not from an
    /// app.
    package let isFromStore: Bool
    /// Whether this is the store's answer to a check of this order. False for a notification.
    package let isCheck: Bool
    /// Whether the same history has a later period of the subscription.
    package let isRenewed: Bool

    package init(
      orderID: UUID, statement: OrderStatement, appAccountToken: ExactText?, customer: ExactText, request: UUID,
      now: LedgerTime, isFromStore: Bool = false, isCheck: Bool = false, isRenewed: Bool = false
    ) {
      self.orderID = orderID
      self.statement = statement
      self.appAccountToken = appAccountToken
      self.customer = customer
      self.request = request
      self.now = now
      self.isFromStore = isFromStore
      self.isCheck = isCheck
      self.isRenewed = isRenewed
    }

    /// Returns the same presentation for a customer.
    package func made(by customer: ExactText) -> Presentation {
      Presentation(
        orderID: orderID, statement: statement, appAccountToken: appAccountToken, customer: customer, request: request,
        now: now, isFromStore: isFromStore, isCheck: isCheck, isRenewed: isRenewed)
    }

    /// Whether the purchase was made for this customer or for no particular user. Tokens that are UUIDs match in upper
    /// and lower case.
    package var isForCustomer: Bool {
      guard let appAccountToken, appAccountToken != customer else { return true }
      guard let token = UUID(uuidString: appAccountToken.text) else { return false }
      return token == UUID(uuidString: customer.text)
    }
  }

  /// Decides about one presented purchase.
  ///
  /// - Parameters:
  ///   - order: The known order, or nil.
  ///   - owner: The customer who owns ``OrderStatement/originalOrderID``, or nil if that order has no owner yet. Other
  ///     customers must not get the renewals of this customer's subscription.
  /// - Returns: The order to store, and the decision. The order is nil if the ledger does not have it and must not
  ///   store it.
  package static func decide(
    _ presentation: Presentation, order: LedgerOrder?, owner: ExactText?
  ) -> (order: LedgerOrder?, outcome: LedgerDecision.Outcome) {
    let customer = presentation.customer
    let claimed = order.flatMap { $0.isClaimed ? $0 : nil }
    guard presentation.isForCustomer, owner ?? customer == customer, claimed?.customer ?? customer == customer else {
      return (order, .belongsToAnother)
    }
    // If the store has reported the order before anybody presented it, its report counts like any other statement: an
    // app's older history must not grant an order whose refund has already arrived.
    var known =
      claimed
      ?? LedgerOrder(
        orderID: presentation.orderID, customer: customer, statement: order?.statement ?? presentation.statement,
        grant: nil)
    let isNewer = presentation.statement.supersedes(known.statement)
    if isNewer { known.statement = presentation.statement }
    let outcome = grant(&known, presentation)
    // A repeated or outdated notification is not a check: it says nothing about the order's present state, and anybody
    // can send it.
    let isChecked = presentation.isCheck || presentation.isFromStore && isNewer
    known.checkAt = CheckSchedule.next(of: known, after: presentation, isChecked: isChecked)
    if isChecked { known.checkFailures = 0 }
    return (known, outcome)
  }

  /// Grants the order if it is valid and was not granted before.
  private static func grant(_ known: inout LedgerOrder, _ presentation: Presentation) -> LedgerDecision.Outcome {
    guard known.statement.revokedAt == nil else { return .revoked }
    guard known.statement.runs(at: presentation.now) else { return .expired }
    if let grant = known.grant { return grant.request == presentation.request ? .granted : .alreadyGranted }
    known.grant = LedgerOrder.Grant(request: presentation.request, date: presentation.now)
    return .granted
  }

  /// Decides about a purchase that the store reports and no customer has presented.
  ///
  /// - Returns: The order to store, without an owner. Its newest statement counts as soon as a customer presents the
  ///   order.
  package static func keep(_ presentation: Presentation, order: LedgerOrder?) -> LedgerOrder {
    var known =
      order
      ?? LedgerOrder(
        orderID: presentation.orderID, customer: ExactText(""), statement: presentation.statement, grant: nil)
    if presentation.statement.supersedes(known.statement) { known.statement = presentation.statement }
    return known
  }
}

extension OrderStatement {
  /// Returns whether the paid period has not ended. If the statement is later than `now`, because the store's clock is
  /// ahead, the statement's time is used instead.
  package func runs(at now: LedgerTime) -> Bool { expiresAt.map { $0 > max(now, fetchedAt) } ?? true }

  /// Returns whether the purchase is neither revoked nor expired.
  package func stands(at now: LedgerTime) -> Bool { revokedAt == nil && runs(at: now) }
}
