import CausewayTransport

/// A store's error answer: a problem of RFC 9457, with a code for programs.
package struct ProblemPayload: Codable {
  /// The HTTP status. The client ignores this member, and uses the status of the HTTP response.
  var status: Int?
  var title: String
  var code: String
  /// A more specific code; nil if the store gives none.
  var reason: String?
  /// The product with its current price, for `price_changed`.
  var product: ProductPayload?
  /// The number of attempts left, for a wrong login code.
  var attemptsLeft: Int?
  /// The delay before the next request, in seconds.
  var retryAfter: Int?

  private enum CodingKeys: String, CodingKey {
    case status, title, code, reason, product
    case attemptsLeft = "attempts_left"
    case retryAfter = "retry_after"
  }

  /// Decodes a problem. An optional member of the wrong type counts as missing (RFC 9457, section 3.1), because the
  /// code alone must be enough for a client.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func optional<Value: Decodable>(_ key: CodingKeys) -> Value? {
      do {
        return try members.decodeIfPresent(Value.self, forKey: key)
      } catch {
        return nil
      }
    }
    title = try members.decode(String.self, forKey: .title)
    code = try members.decode(String.self, forKey: .code)
    status = optional(.status)
    reason = optional(.reason)
    product = optional(.product)
    attemptsLeft = optional(.attemptsLeft)
    retryAfter = optional(.retryAfter)
  }

  package init(
    status: Int, title: String, code: String, reason: String?, product: OnsideProduct?, attemptsLeft: Int?,
    retryAfter: Int?
  ) {
    self.status = status
    self.title = title
    self.code = code
    self.reason = reason
    self.product = product.map(ProductPayload.init)
    self.attemptsLeft = attemptsLeft
    self.retryAfter = retryAfter
  }
}

extension HTTPAnswer {
  /// The problem in the answer; nil if the answer contains none.
  var problem: ProblemPayload? {
    do {
      return try StoreCoding.read(from: self)
    } catch {
      return nil  // a proxy may have answered, or the store's answer has an undocumented form
    }
  }

  /// The reason for a 401 of the store.
  enum Unauthorized {
    /// The store refused the token of the request.
    case invalidToken
    /// The request requires a logged-in user, but had no token.
    case notLoggedIn
  }

  /// The reason for a 401 of the store; nil for any other answer, and for a 401 that is not the store's, such as the
  /// 401 of a network's login page.
  var unauthorized: Unauthorized? {
    guard status == 401 else { return nil }
    return switch problem?.code {
    case "invalid_token": .invalidToken
    case "not_logged_in": .notLoggedIn
    default: nil
    }
  }

  /// The error for an unsuccessful status of any request. This error never means that nothing was paid, because only
  /// the answer to a payment can report that.
  var failure: OnsideServiceError {
    if unauthorized != nil { return .notLoggedIn }
    return switch (status, problem?.code) {
    case (404, "app_not_registered"): .appNotRegistered
    case (422, "invalid_product_identifier"): .invalidProductIdentifier
    case (429, _), (500..., _): .serviceUnavailable
    default: unexpected
    }
  }

  /// The error for an answer that does not fit the request.
  var unexpected: OnsideServiceError {
    .internalError("the store answered \(status)\(problem.map { " (\($0.code.prefix(40)))" } ?? "")")
  }

  /// Returns this answer if the store fulfilled the request; otherwise throws ``failure``.
  ///
  /// - Parameter expected: the statuses of success for this request. Any other status may come from a proxy.
  func accepted(_ expected: Set<Int> = [200]) throws(OnsideServiceError) -> HTTPAnswer {
    guard expected.contains(status) else { throw failure }
    return self
  }
}
