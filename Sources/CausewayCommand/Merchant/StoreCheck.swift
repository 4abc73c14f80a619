import CausewayJOSE
import Foundation
import OnsideMerchant

/// What does not work between a publisher and the store, so that it is said at the start and not at the first purchase.
struct StoreCheck: Sendable {
  let keys: JSONWebKeySetSource
  let confirmation: OrderConfirmation

  /// What is wrong now, in a line without a secret; nil if nothing is.
  func warning() async -> String? {
    let problems = [await keyProblem(), await credentialProblem()].compactMap { $0 }
    return problems.isEmpty ? nil : "warning: \(problems.joined(separator: "; "))"
  }

  private func keyProblem() async -> String? {
    do throws(KeySourceError) {
      _ = try await keys.key(for: JWSHeader(algorithm: .es256, keyID: nil))
      return nil
    } catch {
      // That it has no key for just this header says nothing.
      if case .noKey = error { return nil }
      return "\(error)"
    }
  }

  /// Asks about an order that nobody has: whoever is let in gets to know that.
  private func credentialProblem() async -> String? {
    switch confirmation {
    case .never: return nil
    case .always(let client), .newOrders(let client):
      do throws(MerchantError) {
        _ = try await client.history(of: UUID())
        return nil
      } catch {
        switch error {
        case .unknownOrder: return nil
        case .notAllowed: return "the Merchant API does not let this merchant in (403): check the Merchant ID"
        default: return "\(error)"
        }
      }
    }
  }
}
