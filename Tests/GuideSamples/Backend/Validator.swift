import Foundation
import OnsideMerchant

func makeValidator(secret: String) throws -> PurchaseValidator {
  let credentials = MerchantCredentials(
    merchantID: "87da0fe8-644e-4578-b3d1-710d6ad578cd", keyID: "434607a2-a01e-4b36-b5d1-0251dc42bf6b",
    secret: MerchantSecret(secret))
  let client = try MerchantClient(server: URL(string: "https://onside.io")!, credentials: credentials)
  let keys = try JSONWebKeySetSource(URL(string: "https://onside.io/.well-known/jwks.json")!)
  let ledger = try SQLiteLedger(file: URL(fileURLWithPath: "/var/lib/shop/ledger.sqlite"))
  return PurchaseValidator(
    bundleIDs: ["com.example.shop"], verifier: HistoryVerifier(keys: keys), ledger: ledger,
    confirmation: .newOrders(client))
}

/// Returns the products that a customer has. Take the customer from your session, never from the request.
func products(of customer: String, history: String, by validator: PurchaseValidator) async throws -> [String] {
  try await validator.validate(history, for: customer).entitlements.map(\.productID)
}
