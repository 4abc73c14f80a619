import Causeway
import CausewayHTTP

/// The tags `account` and `merchant`.
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
    let number = try body().string("card_number", length: 0...40)
    return .json(try await store.addPaymentMethod(number: number, of: session.account).json, status: 201)
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
