/// How something that an app asks of local testing goes wrong, so that its developers see what users would.
public enum SimulatedFailure: Hashable, Sendable {
  /// It is not done, and fails with this.
  case fails(OnsideServiceError)
  /// It is done, but its answer is lost: fails with ``OnsideServiceError/connectionError``.
  case losesAnswer

  /// What can go wrong.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// Sending the code of a login.
    case sendLoginCode
    /// A login, after its code.
    case logIn
    /// A request for products.
    case products
    /// A payment. One that was made already is never denied: then only an error that leaves it open takes effect,
    /// ``OnsideServiceError/connectionError`` or ``OnsideServiceError/serviceUnavailable``.
    case pay
    /// The question what became of a payment.
    case settle
    /// A restore.
    case purchases
    /// The question how the user came to the app.
    case attribution
  }
}
