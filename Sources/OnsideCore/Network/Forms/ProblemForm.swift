/// Why a store did not do what it was asked: RFC 9457, with a code for programs.
struct ProblemForm: Decodable {
  var title: String
  var code: String
  /// Of a wrong code: how many tries are left.
  var attemptsLeft: Int?
  /// After how many seconds to ask again.
  var retryAfter: Int?
}

extension StoreAnswer {
  /// Why the store did not do what it was asked; nil if it does not say.
  var problem: ProblemForm? {
    do {
      return try StoreForm.read(from: self)
    } catch {
      return nil  // something between here and the store answered, or the store in a form that it has not described
    }
  }

  /// What a refusal means, whatever was asked. Never that nothing was paid: only the answer to a payment says that.
  var failure: OnsideServiceError {
    switch (status, problem?.code) {
    case (401, "invalid_token"), (401, "not_logged_in"): .notLoggedIn
    case (404, "app_not_registered"): .appNotRegistered
    case (422, "invalid_product_identifier"): .invalidProductIdentifier
    case (429, _), (500..., _): .serviceUnavailable
    default: unexpected
    }
  }

  /// That it is no answer to what was asked.
  var unexpected: OnsideServiceError {
    .internalError("the store answered \(status)\(problem.map { " (\($0.code.prefix(40)))" } ?? "")")
  }

  /// Whether the store refused the token that it was shown. The 401 of something in between does not say so, such as the
  /// login page of a network.
  var refusesToken: Bool { status == 401 && problem?.code == "invalid_token" }

  /// The same answer, if the store did what it was asked.
  ///
  /// - Parameter expected: the statuses by which it says so. Another one may be something else's that answered for it.
  func accepted(_ expected: Set<Int> = [200]) throws(OnsideServiceError) -> StoreAnswer {
    guard expected.contains(status) else { throw failure }
    return self
  }
}
