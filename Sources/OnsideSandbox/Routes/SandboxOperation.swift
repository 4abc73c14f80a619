/// The operations of `openapi.yaml`, by their `operationId`.
package enum SandboxOperation: String, Hashable, Sendable, CaseIterable {
  case sendLoginCode, beginSignIn, logIn, refreshSession, currentSession, logOut
  case products
  case pay, settle, purchases, signedHistory
  case attribution, paymentMethods, addPaymentMethod, removePaymentMethod, usePaymentMethod, trackEvents
  case purchaseHistory, submitReport, reportState, keys
  case sandboxOrders, refund, subscriptions, cancelSubscription, consent, setPrice, clock, setClock, rotateKeys
  case setFailures, setStorefront, setPayments, accountClock, setAccountClock, setAttribution, inbox, completeSignIn

  /// The HTTP method, and the path with the names of its parameters in braces.
  package var route: (method: String, path: String) {
    switch self {
    case .sendLoginCode: ("POST", "/app-api/v1/login-codes")
    case .beginSignIn: ("POST", "/app-api/v1/sign-ins")
    case .logIn: ("POST", "/app-api/v1/sessions")
    case .refreshSession: ("POST", "/app-api/v1/sessions/refresh")
    case .currentSession: ("GET", "/app-api/v1/sessions/current")
    case .logOut: ("DELETE", "/app-api/v1/sessions/current")
    case .products: ("POST", "/app-api/v1/products/query")
    case .pay: ("POST", "/app-api/v1/orders")
    case .settle: ("POST", "/app-api/v1/orders/settlements")
    case .purchases: ("GET", "/app-api/v1/purchases")
    case .signedHistory: ("GET", "/app-api/v1/history")
    case .attribution: ("GET", "/app-api/v1/attribution")
    case .paymentMethods: ("GET", "/app-api/v1/payment-methods")
    case .addPaymentMethod: ("POST", "/app-api/v1/payment-methods")
    case .removePaymentMethod: ("DELETE", "/app-api/v1/payment-methods/{id}")
    case .usePaymentMethod: ("PUT", "/app-api/v1/payment-methods/{id}/default")
    case .trackEvents: ("POST", "/app-api/v1/events")
    case .purchaseHistory: ("GET", "/merchant-api/v1/purchases/in-app/history/{order_id}")
    case .submitReport: ("POST", "/merchant-api/v1/reports/transactions")
    case .reportState: ("GET", "/merchant-api/v1/reports/transactions")
    case .keys: ("GET", "/.well-known/jwks.json")
    case .sandboxOrders: ("GET", "/sandbox/orders")
    case .refund: ("POST", "/sandbox/orders/{order_id}/refund")
    case .subscriptions: ("GET", "/sandbox/subscriptions")
    case .cancelSubscription: ("POST", "/sandbox/subscriptions/{original_order_id}/cancel")
    case .consent: ("POST", "/sandbox/subscriptions/{original_order_id}/consent")
    case .setPrice: ("PUT", "/sandbox/products/{product_id}/price")
    case .clock: ("GET", "/sandbox/clock")
    case .setClock: ("POST", "/sandbox/clock")
    case .rotateKeys: ("POST", "/sandbox/keys/rotate")
    case .setFailures: ("PUT", "/sandbox/failures")
    case .setStorefront: ("PUT", "/sandbox/accounts/{account}/storefront")
    case .setPayments: ("PUT", "/sandbox/accounts/{account}/payments")
    case .accountClock: ("GET", "/sandbox/accounts/{account}/clock")
    case .setAccountClock: ("POST", "/sandbox/accounts/{account}/clock")
    case .setAttribution: ("PUT", "/sandbox/attribution")
    case .inbox: ("GET", "/sandbox/inbox")
    case .completeSignIn: ("POST", "/sandbox/sign-ins/{id}")
    }
  }

  /// Whether a tester can simulate a failure of the operation. Only the operations for apps and backends can fail.
  package var canFail: Bool {
    self == .keys || route.path.hasPrefix("/app-api/") || route.path.hasPrefix("/merchant-api/")
  }
}
