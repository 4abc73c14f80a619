import CausewayHTTP
import CausewayJSON

/// The operations of the tag `account`, and those of `merchant` but for the reports.
extension SandboxCall {
  func attribution() async throws(SandboxProblem) -> HTTPResponse {
    _ = try app()
    return .json(["referer_url": try await store.refererURL().map(JSONValue.string) ?? .null])
  }

  func paymentMethods() async throws(SandboxProblem) -> HTTPResponse {
    let methods = try await store.paymentMethods(of: try await session().account)
    return .json(["payment_methods": .array(methods.map(\.json))])
  }

  func addPaymentMethod() async throws(SandboxProblem) -> HTTPResponse {
    let session = try await session()
    let body = try body()
    let number = try body.string("card_number", length: 0...40)
    guard body.has("expiry_month") == body.has("expiry_year") else {
      throw body.problem("expiry_month", "only together with expiry_year")
    }
    let month = try body.optional("expiry_month") { key throws(SandboxProblem) in try body.integer(key, in: 1...12) }
    let year = try body.optional("expiry_year") { key throws(SandboxProblem) in
      try body.integer(key, in: 2000...2999)
    }
    // The security code is checked for its form and then dropped, because the store must not keep it.
    let code = try body.optional("security_code") { key throws(SandboxProblem) in
      try body.string(key, length: 3...4)
    }
    guard code?.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) != false else {
      throw body.problem("security_code", "not 3 or 4 digits")
    }
    var expiry: (month: Int, year: Int)?
    if let month, let year { expiry = (month, year) }
    let key = request[field: "Idempotency-Key"] == nil ? nil : try idempotencyKey()
    let added = try await store.addPaymentMethod(number: number, expiry: expiry, key: key, of: session.account)
    return .json(added.method.json, status: added.isNew ? 201 : 200)
  }

  func removePaymentMethod() async throws(SandboxProblem) -> HTTPResponse {
    try await store.removePaymentMethod(parameters["id"], of: try await session().account)
    return HTTPResponse(204)
  }

  func usePaymentMethod() async throws(SandboxProblem) -> HTTPResponse {
    try await store.usePaymentMethod(parameters["id"], of: try await session().account)
    return HTTPResponse(204)
  }

  func trackEvents() async throws(SandboxProblem) -> HTTPResponse {
    let app = try app()
    var events: [SandboxEvent] = []
    for event in try body().objects("events", atMost: 1000) {
      events.append(
        SandboxEvent(
          id: try event.uuid("id").uuidString.lowercased(), name: try event.string("name", length: 1...40),
          time: try event.time("time"), parameters: try event.members("parameters")))
    }
    try await store.track(events, app: app)
    return HTTPResponse(204)
  }

  func purchaseHistory() async throws(SandboxProblem) -> HTTPResponse {
    try await store.admitMerchant(bearerToken)
    return .jose(try await store.signedHistory(ofOrder: try order("order_id")))
  }

  func keys() async throws(SandboxProblem) -> HTTPResponse {
    .json(try await store.publicKeys().json)
  }
}
