/// The request body that begins a login on a sign-in page.
struct SignInRequestPayload: Encodable, Redacted {
  var provider: String
  var callbackScheme: String
  var state: String
  var codeChallenge: String
}

/// The store's answer after it has begun a login on a sign-in page.
struct SignInPayload: Decodable {
  var id: String
  /// An absolute URL, or one relative to the store's address.
  var signInUrl: String
}
