/// How a login on a sign-in page begins.
struct SignInRequestForm: Encodable, Redacted {
  var provider: String
  var callbackScheme: String
  var state: String
  var codeChallenge: String
}

/// A login on a sign-in page that has begun.
struct SignInForm: Decodable {
  var id: String
  /// In full, or relative to the store's address.
  var signInUrl: String
}
