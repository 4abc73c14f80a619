import Foundation
import OnsideMerchant

/// A check whether the Merchant API answers and accepts the credentials.
struct StoreCheck: Sendable {
  let confirmation: OrderConfirmation

  /// Asks the Merchant API for a random order. If the store accepts the credentials, it answers that the order is
  /// unknown.
  ///
  /// - Returns: the reason why the store cannot be used, without secrets; nil if the check found no problem.
  func problem() async -> String? {
    switch confirmation {
    case .never: return nil
    case .always(let client), .newOrders(let client):
      do throws(MerchantError) {
        _ = try await client.history(of: UUID())
        return nil
      } catch {
        switch error {
        case .unknownOrder: return nil
        case .notAllowed: return "the Merchant API refused this merchant (403): check the Merchant ID"
        default: return "\(error)"
        }
      }
    }
  }
}
