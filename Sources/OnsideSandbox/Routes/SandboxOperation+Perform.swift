import CausewayHTTP

extension SandboxOperation {
  /// Calls the method of `call` that implements this operation.
  func perform(_ call: SandboxCall, in store: isolated SandboxStore) async throws(SandboxProblem) -> HTTPResponse {
    switch self {
    case .sendLoginCode: try call.sendLoginCode(in: store)
    case .beginSignIn: try call.beginSignIn(in: store)
    case .logIn: try call.logIn(in: store)
    case .refreshSession: try call.refreshSession(in: store)
    case .currentSession: try call.currentSession(in: store)
    case .logOut: try call.logOut(in: store)
    case .products: try call.products(in: store)
    case .pay: try call.pay(in: store)
    case .settle: try call.settle(in: store)
    case .purchases: try call.purchases(in: store)
    case .signedHistory: try await call.signedHistory(in: store)
    case .attribution: try call.attribution(in: store)
    case .paymentMethods: try call.paymentMethods(in: store)
    case .addPaymentMethod: try call.addPaymentMethod(in: store)
    case .removePaymentMethod: try call.removePaymentMethod(in: store)
    case .usePaymentMethod: try call.usePaymentMethod(in: store)
    case .trackEvents: try call.trackEvents(in: store)
    case .purchaseHistory: try await call.purchaseHistory(in: store)
    case .submitReport: try call.submitReport(in: store)
    case .reportState: try call.reportState(in: store)
    case .keys: try call.keys(in: store)
    case .sandboxOrders: try call.sandboxOrders(in: store)
    case .refund: try call.refund(in: store)
    case .subscriptions: try call.subscriptions(in: store)
    case .cancelSubscription: try call.cancelSubscription(in: store)
    case .consent: try call.consent(in: store)
    case .setPrice: try call.setPrice(in: store)
    case .clock: call.clock(in: store)
    case .setClock: try call.setClock(in: store)
    case .rotateKeys: try call.rotateKeys(in: store)
    case .setFailures: try call.setFailures(in: store)
    case .setStorefront: try call.setStorefront(in: store)
    case .setPayments: try call.setPayments(in: store)
    case .accountClock: try call.accountClock(in: store)
    case .setAccountClock: try call.setAccountClock(in: store)
    case .setAttribution: try call.setAttribution(in: store)
    case .inbox: call.inbox(in: store)
    case .completeSignIn: try call.completeSignIn(in: store)
    }
  }
}
