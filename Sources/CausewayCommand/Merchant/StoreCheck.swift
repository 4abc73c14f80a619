import CausewayJOSE
import Foundation
import OnsideMerchant

/// A check of the connection to the store. The server runs it at the start, so that the publisher learns of a problem
/// before the first purchase.
struct StoreCheck: Sendable {
  let keys: JSONWebKeySetSource
  let confirmation: OrderConfirmation

  /// Returns a warning in one line, without secrets; nil if the check found no problem.
  func warning() async -> String? {
    let problems = [await keyProblem(), await credentialProblem()].compactMap { $0 }
    return problems.isEmpty ? nil : "warning: \(problems.joined(separator: "; "))"
  }

  private func keyProblem() async -> String? {
    do throws(KeySourceError) {
      _ = try await keys.key(for: JWSHeader(algorithm: .es256, keyID: nil))
      return nil
    } catch {
      // This is not a problem: the store's keys could be read, and none of them fits this made-up header.
      if case .noKey = error { return nil }
      return "\(error)"
    }
  }

  /// Asks the Merchant API for a random order. If the store accepts the credentials, it answers that the order is
  /// unknown.
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
        case .notAllowed: return "the Merchant API refused this merchant (403): check the Merchant ID"
        default: return "\(error)"
        }
      }
    }
  }
}
