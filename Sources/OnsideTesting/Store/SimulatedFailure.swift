import OnsideCore

/// A failure that local testing simulates, so that developers see what their users would see.
public enum SimulatedFailure: Hashable, Sendable {
  /// The operation is not performed, and fails with this error.
  case fails(OnsideServiceError)
  /// The operation is performed, but its answer is lost: the caller gets `OnsideServiceError.connectionError`.
  case losesAnswer

  /// An operation whose failure can be simulated.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// Sending the code of a login.
    case sendLoginCode
    /// Completing a login.
    case logIn
    /// A request for products.
    case products
    /// A payment. For an order that is already paid, only the errors that leave the result open take effect:
    /// `OnsideServiceError.connectionError` and `OnsideServiceError.serviceUnavailable`.
    case pay
    /// Settling a payment.
    case settle
    /// A restore.
    case purchases
    /// A request for attribution metadata.
    case attribution
  }
}
