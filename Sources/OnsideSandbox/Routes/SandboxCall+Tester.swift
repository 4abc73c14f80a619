import CausewayHTTP
import CausewayJOSE
import Foundation
import OnsideCore
import OnsideMerchant
import OnsideTesting

/// The operations of the tag `sandbox`.
extension SandboxCall {
  func sandboxOrders(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let (before, limit) = try listPage()
    let orders = try store.orders.newest(before: before, limit: limit)
    return .json(["orders": .array(orders.map(\.json))])
  }

  func subscriptions(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let (before, limit) = try listPage()
    let subscriptions = try store.subscriptions.newest(before: before, limit: limit)
    return .json(["subscriptions": .array(subscriptions.map(\.json))])
  }

  func refund(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let id = try order("order_id")
    let body = try bodyIfAny()
    let reason = try body.optional("reason") { key throws(SandboxProblem) in try body.string(key, length: 0...200) }
    return .json(try store.orders.refund(id, reason: reason).json)
  }

  func cancelSubscription(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.subscriptions.cancel(try order("original_order_id"))
    return HTTPResponse(204)
  }

  func consent(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.subscriptions.consent(try order("original_order_id"))
    return HTTPResponse(204)
  }

  func setPrice(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let body = try body()
    let value = try body.number("value", in: 0...1_000_000)
    let notice = try body.optional("notice_seconds") { key throws(SandboxProblem) in
      try body.integer(key, in: 0...315_360_000)
    }
    try store.catalog.setPrice(value, of: parameters["product_id"], notice: TimeInterval(notice ?? 0))
    return HTTPResponse(204)
  }

  func clock(in store: isolated SandboxStore) -> HTTPResponse { .json(store.clock.reading().json) }

  func setClock(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let body = try body()
    let seconds = try body.optional("advance_seconds") { key throws(SandboxProblem) in
      try body.integer(key, in: 0...315_360_000)
    }
    let rate = try body.optional("rate") { key throws(SandboxProblem) in try body.number(key, in: 0...1_000_000) }
    return .json(try store.moveClock(bySeconds: seconds ?? 0, rate: rate).json)
  }

  func accountClock(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let (reading, ahead) = try store.accounts.clock(of: parameters["account"])
    return .json([
      "now": .string(RFC3339.text(reading.now)), "rate": .number(reading.rate), "ahead_seconds": .number(ahead),
    ])
  }

  func setAccountClock(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let seconds = try body().integer("advance_seconds", in: 0...315_360_000)
    try store.accounts.moveClock(of: parameters["account"], bySeconds: seconds)
    return try accountClock(in: store)
  }

  func rotateKeys(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let body = try bodyIfAny()
    let algorithm = try body.optional("alg") { key throws(SandboxProblem) in
      try body.choice(key, of: [JWSAlgorithm.rs256, .es256])
    }
    return .json(["kid": .string(try store.signingKeys.rotate(algorithm ?? .rs256))])
  }

  func setFailures(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    var failures: [Failure] = []
    for failure in try body().objects("failures", atMost: 50) {
      let times = try failure.optional("times") { key throws(SandboxProblem) in
        try failure.integer(key, in: 1...1_000_000)
      }
      let seconds = try failure.optional("seconds") { key throws(SandboxProblem) in
        try failure.number(key, in: 0...60)
      }
      failures.append(
        Failure(
          try failure.choice("operation", of: SandboxOperation.allCases.filter(\.canFail)),
          try failure.choice("kind", of: Failure.Kind.allCases), times: times, seconds: seconds ?? 0))
    }
    store.failures.set(failures)
    return HTTPResponse(204)
  }

  func setStorefront(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.accounts.setStorefront(try body().country("country_code"), of: parameters["account"])
    return HTTPResponse(204)
  }

  func setPayments(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.accounts.setPaymentsFail(try body().flag("fail"), of: parameters["account"])
    return HTTPResponse(204)
  }

  func setAttribution(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    try store.attribution.setRefererURL(try body().addressOrNull("referer_url"))
    return HTTPResponse(204)
  }

  func inbox(in store: isolated SandboxStore) -> HTTPResponse {
    .json(InboxPayload(store.loginCodes.inbox(of: parameter("to"))))
  }

  func completeSignIn(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let email = try body().string("email", length: 3...254)
    guard let callback = try store.signIns.complete(parameters["id"], as: email) else {
      throw SandboxProblem(.signInEnded, "This sign-in has ended. Begin it again.")
    }
    return .json(CallbackPayload(callbackUrl: callback))
  }

  /// Reads the parameters of a list: the id of the last entry of the previous page, and the length of the page.
  private func listPage() throws(SandboxProblem) -> (before: UUID?, limit: Int) {
    var limit = 100
    if let text = parameter("limit") {
      guard let number = Int(text), (1...1000).contains(number), text == "\(number)" else {
        throw SandboxProblem(.badRequest, "limit: not a whole number from 1 to 1000")
      }
      limit = number
    }
    let before = parameter("before")
    let id = before.flatMap(UUID.init(uuidString:))
    guard before == nil || id != nil else { throw SandboxProblem(.badRequest, "before: not a UUID") }
    return (id, limit)
  }

  private func parameter(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
}
