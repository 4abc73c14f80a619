import CausewayHTTP

extension SandboxOperation {
  /// Performs the operation for a call.
  func perform(_ call: SandboxCall) async throws(SandboxProblem) -> HTTPResponse {
    switch self {
    case .sendLoginCode: try await call.sendLoginCode()
    case .beginSignIn: try await call.beginSignIn()
    case .logIn: try await call.logIn()
    case .refreshSession: try await call.refreshSession()
    case .currentSession: try await call.currentSession()
    case .logOut: try await call.logOut()
    case .products: try await call.products()
    case .pay: try await call.pay()
    case .settle: try await call.settle()
    case .purchases: try await call.purchases()
    case .signedHistory: try await call.signedHistory()
    case .attribution: try await call.attribution()
    case .paymentMethods: try await call.paymentMethods()
    case .addPaymentMethod: try await call.addPaymentMethod()
    case .removePaymentMethod: try await call.removePaymentMethod()
    case .usePaymentMethod: try await call.usePaymentMethod()
    case .trackEvents: try await call.trackEvents()
    case .purchaseHistory: try await call.purchaseHistory()
    case .submitReport: try await call.submitReport()
    case .reportState: try await call.reportState()
    case .keys: try await call.keys()
    case .sandboxOrders: try await call.sandboxOrders()
    case .refund: try await call.refund()
    case .cancelSubscription: try await call.cancelSubscription()
    case .clock: await call.clock()
    case .setClock: try await call.setClock()
    case .rotateKeys: try await call.rotateKeys()
    case .setFailures: try await call.setFailures()
    case .setStorefront: try await call.setStorefront()
    case .setAttribution: try await call.setAttribution()
    case .inbox: await call.inbox()
    case .completeSignIn: try await call.completeSignIn()
    }
  }
}
