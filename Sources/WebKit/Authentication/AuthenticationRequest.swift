import CWebKitGTK

/// A server's challenge that waits for one answer. If the object is released without an answer, the challenge is
/// cancelled.
@MainActor
final class AuthenticationRequest {
  let request: GObjectReference
  private var isAnswered = false
  private var cancellation: SignalConnection?
  /// Whether WebKitGTK itself has cancelled the challenge: see ``ChallengeInterruption``.
  private(set) var isInterrupted = false

  init(_ request: OpaquePointer) {
    self.request = GObjectReference(borrowing: request)
    let cancelled: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      MainActor.assumeIsolated { ClosureBox<() -> Void>.borrow(data).body() }
    }
    let box = ClosureBox<() -> Void> { [weak self] in self?.didCancel() }
    cancellation = SignalConnection(
      self.request, "cancelled", box: box, callback: unsafeBitCast(cancelled, to: GCallback.self))
    // Forbid saving. Otherwise WebKitGTK itself would offer the user to store the credential.
    webkit_authentication_request_set_can_save_credentials(request, 0)
  }

  private func didCancel() {
    guard !isAnswered else { return }
    isAnswered = true
    isInterrupted = true
  }

  /// Whether the server sent this challenge because it refused the previous credential.
  var isRetry: Bool { webkit_authentication_request_is_retry(request.opaque) != 0 }

  /// The server that sent the challenge, and the method of authentication. Nil for a proxy, and for a method that
  /// Foundation on Linux cannot name, such as client certificates.
  var protectionSpace: URLProtectionSpace? {
    guard let method = Self.method(webkit_authentication_request_get_scheme(request.opaque)) else { return nil }
    let isForProxy = webkit_authentication_request_is_for_proxy(request.opaque) != 0
    let host = String(borrowing: webkit_authentication_request_get_host(request.opaque)) ?? ""
    let port = Int(webkit_authentication_request_get_port(request.opaque))
    let realm = String(borrowing: webkit_authentication_request_get_realm(request.opaque))
    guard !isForProxy else { return nil }
    let origin = webkit_authentication_request_get_security_origin(request.opaque)
    defer { webkit_security_origin_unref(origin) }
    return URLProtectionSpace(
      host: host, port: port, protocol: String(borrowing: webkit_security_origin_get_protocol(origin)), realm: realm,
      authenticationMethod: method)
  }

  /// The credential that WebKitGTK proposes; nil if it proposes none.
  var proposedCredential: URLCredential? {
    guard let credential = webkit_authentication_request_get_proposed_credential(request.opaque) else { return nil }
    defer { webkit_credential_free(credential) }
    guard let user = String(borrowing: webkit_credential_get_username(credential)) else { return nil }
    return URLCredential(
      user: user, password: String(borrowing: webkit_credential_get_password(credential)) ?? "",
      persistence: .forSession)
  }

  /// Answers the challenge. Only the first answer counts, and an answer has no effect after WebKitGTK has cancelled the
  /// challenge.
  func answer(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
    guard !isAnswered else { return }
    isAnswered = true
    GLibPump.shared.wake()
    switch disposition {
    case .useCredential:
      authenticate(credential)
    case .performDefaultHandling, .rejectProtectionSpace:
      // There is no other source of credentials, so the page shows the server's response to a request without a
      // credential.
      authenticate(nil)
    case .cancelAuthenticationChallenge:
      webkit_authentication_request_cancel(request.opaque)
    }
  }

  private func authenticate(_ credential: URLCredential?) {
    guard let credential, let user = credential.user, let password = credential.password else {
      return webkit_authentication_request_authenticate(request.opaque, nil)
    }
    // Keep even a `.permanent` credential for the session only, because WebKitGTK stores permanent credentials in a
    // service that may be missing.
    let persistence =
      credential.persistence == .none ? WEBKIT_CREDENTIAL_PERSISTENCE_NONE : WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION
    let engineCredential = webkit_credential_new(user, password, persistence)
    webkit_authentication_request_authenticate(request.opaque, engineCredential)
    webkit_credential_free(engineCredential)
  }

  private static func method(_ scheme: WebKitAuthenticationScheme) -> String? {
    switch scheme {
    case WEBKIT_AUTHENTICATION_SCHEME_DEFAULT: NSURLAuthenticationMethodDefault
    case WEBKIT_AUTHENTICATION_SCHEME_HTTP_BASIC: NSURLAuthenticationMethodHTTPBasic
    case WEBKIT_AUTHENTICATION_SCHEME_HTTP_DIGEST: NSURLAuthenticationMethodHTTPDigest
    case WEBKIT_AUTHENTICATION_SCHEME_HTML_FORM: NSURLAuthenticationMethodHTMLForm
    case WEBKIT_AUTHENTICATION_SCHEME_NTLM: NSURLAuthenticationMethodNTLM
    case WEBKIT_AUTHENTICATION_SCHEME_NEGOTIATE: NSURLAuthenticationMethodNegotiate
    default: nil
    }
  }

  isolated deinit {
    if !isAnswered { answer(.cancelAuthenticationChallenge, nil) }
  }
}
