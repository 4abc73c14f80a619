/// Why a store did not do what it was asked: RFC 9457, with a code for programs.
struct ProblemForm: Decodable {
  var title: String
  var code: String
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
    case (401, _): .notLoggedIn
    case (404, "app_not_registered"): .appNotRegistered
    case (422, "invalid_product_identifier"): .invalidProductIdentifier
    case (429, _), (500..., _): .serviceUnavailable
    case (_, let code): .internalError("the store answered \(status)\(code.map { " (\($0.prefix(40)))" } ?? "")")
    }
  }

  /// The same answer, unless it is a refusal.
  func accepted() throws(OnsideServiceError) -> StoreAnswer {
    guard isSuccess else { throw failure }
    return self
  }
}
