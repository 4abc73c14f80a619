import CausewayHTTP
import OnsideCore

/// The operations of the tag `account`, and the operations of the tag `merchant` except for the reports.
extension SandboxCall {
  func attribution(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    _ = try app(in: store)
    return .json(AttributionPayload(refererUrl: try store.attribution.refererURL()))
  }

  func paymentMethods(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    .json(PaymentMethodsPayload(try store.cards.paymentMethods(of: try session(in: store).account)))
  }

  func addPaymentMethod(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let session = try session(in: store)
    let body = try body()
    let number = try body.string("card_number", length: 0...40)
    guard body.has("expiry_month") == body.has("expiry_year") else {
      throw body.problem("expiry_month", "send it together with expiry_year, or send neither")
    }
    let month = try body.optional("expiry_month") { key throws(SandboxProblem) in try body.integer(key, in: 1...12) }
    let year = try body.optional("expiry_year") { key throws(SandboxProblem) in
      try body.integer(key, in: 2000...2999)
    }
    // The security code is checked for its form and then dropped, because the store must not keep it.
    let code = try body.optional("security_code") { key throws(SandboxProblem) in
      try body.string(key, length: 3...4)
    }
    guard code?.utf8.allSatisfy(\.isASCIIDigit) != false else {
      throw body.problem("security_code", "not 3 or 4 digits")
    }
    var expiry: (month: Int, year: Int)?
    if let month, let year { expiry = (month, year) }
    let key = request[field: "Idempotency-Key"] == nil ? nil : try idempotencyKey()
    let added = try store.cards.add(number: number, expiry: expiry, key: key, of: session.account)
    return .json(PaymentMethodsPayload.Method(added.method), status: added.isNew ? 201 : 200)
  }

  func removePaymentMethod(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.cards.remove(parameters["id"], of: try session(in: store).account)
    return HTTPResponse(204)
  }

  func usePaymentMethod(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.cards.use(parameters["id"], of: try session(in: store).account)
    return HTTPResponse(204)
  }

  func trackEvents(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let app = try app(in: store)
    var events: [SandboxEvent] = []
    for event in try body().objects("events", atMost: 1000) {
      events.append(
        SandboxEvent(
          id: try event.uuid("id").uuidString.lowercased(), name: try event.string("name", length: 1...40),
          time: try event.time("time"), parameters: try event.members("parameters")))
    }
    try store.events.track(events, app: app)
    return HTTPResponse(204)
  }

  func purchaseHistory(in store: isolated SandboxStore) async throws(SandboxProblem) -> HTTPResponse {
    try await store.admitMerchant(bearerToken)
    return .jose(try await store.histories.statement(ofOrder: try order("order_id")).signed())
  }

  func keys(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    .json(try store.signingKeys.publicKeys().json)
  }
}
