import Foundation

/// The credentials of a merchant's secrets, and which of them the store accepted last.
final class CredentialRotation: @unchecked Sendable {  // the lock protects `preferred`
  private let credentials: [MerchantCredentials]
  private let lock = NSLock()
  private var preferred = 0

  /// - Parameter credentials: at least one.
  init(_ credentials: [MerchantCredentials]) {
    precondition(!credentials.isEmpty, "A client needs credentials.")
    self.credentials = credentials
  }

  subscript(index: Int) -> MerchantCredentials { credentials[index] }

  /// The indices in the order in which to try the credentials: the ones that were accepted last, then the others in
  /// their own order.
  var order: [Int] {
    let first = lock.withLock { preferred }
    return [first] + credentials.indices.filter { $0 != first }
  }

  /// Records that the store accepted the credentials at an index.
  ///
  /// - Returns: Whether these are other credentials than the ones that were accepted last.
  func prefer(_ index: Int) -> Bool {
    lock.withLock {
      defer { preferred = index }
      return preferred != index
    }
  }
}
