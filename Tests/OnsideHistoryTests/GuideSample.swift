// The sample of "Check a purchase inside the app" in docs/onside.md. SampleTests checks that both are equal.

import Foundation
import OnsideHistory
import OnsideKit

/// Returns whether the logged-in user owns a product of an app, according to the history that the store signed.
@MainActor func owns(_ product: String, of app: String, keys: some KeySource) async throws -> Bool {
  let signed = try await Onside.signedInAppsHistory()
  let verified = try await HistoryVerifier(keys: keys).verify(signed.string ?? "")
  return verified.history.transactions.contains { purchase in
    purchase.productID == product && purchase.bundleID == app && purchase.stands(at: Date())
  }
}

/// The store's keys, fetched when they are needed and then kept.
func storeKeys(_ store: URL) throws -> JSONWebKeySetSource {
  try JSONWebKeySetSource(store.appendingPathComponent(".well-known/jwks.json"))
}
