import CausewayCurl
import CausewayJOSE
import CausewayTransport
import Foundation

/// A client that fetches signed histories from the Merchant API. One client serves a whole backend and keeps its
/// connections open.
///
/// After a transient failure the client tries again, with a new token each time, until
/// ``MerchantClientOptions/totalTimeout``. Libcurl also repeats a request, with the same token, if the server closed a
/// reused connection before it began to answer.
public final class MerchantClient: Sendable {
  private let server: URL
  private let credentials: CredentialRotation
  private let observer: Observer?
  private let onKeyChange: @Sendable (_ keyID: String) -> Void
  private let options: MerchantClientOptions
  private let loader: HTTPLoader

  /// A closure that gets the result and the duration of each attempt. The error is nil if the attempt succeeded.
  package typealias Observer = @Sendable (_ error: MerchantError?, _ time: Duration) -> Void

  /// Creates a client for a server.
  ///
  /// - Parameter server: `https://onside.io`, `https://onside.dev` for staging, or a sandbox store on this machine.
  /// - Throws: ``MerchantError/insecureServer``.
  public convenience init(
    server: URL, credentials: MerchantCredentials, options: MerchantClientOptions = MerchantClientOptions()
  ) throws(MerchantError) {
    try self.init(server: server, credentials: [credentials], options: options, observer: nil)
  }

  /// Creates a client with the credentials of several secrets, for the time in which the publisher replaces a secret.
  ///
  /// - Parameters:
  ///   - credentials: At least one. A request that the store refuses with 401 is repeated with the next ones, and the
  ///     client then begins with the accepted ones.
  ///   - observer: Gets the result of each attempt.
  ///   - onKeyChange: Gets the key identifier of the credentials whenever the store accepts others than before. The first
  ///     ones count as accepted.
  package init(
    server: URL, credentials: [MerchantCredentials], options: MerchantClientOptions = MerchantClientOptions(),
    observer: Observer?, onKeyChange: @escaping @Sendable (_ keyID: String) -> Void = { _ in }
  ) throws(MerchantError) {
    guard server.isSecureOrLoopback else { throw .insecureServer }
    self.server = server
    self.credentials = CredentialRotation(credentials)
    self.observer = observer
    self.onKeyChange = onKeyChange
    self.options = options
    loader = HTTPLoader(for: server, maximumConnections: options.maximumConnections)
  }

  /// Fetches the signed history of an order: its purchase, and for a subscription every order of the subscription.
  ///
  /// - Returns: A compact JWS, which `HistoryVerifier` checks. Do not log it.
  /// - Throws: ``MerchantError``, the error of the last attempt.
  public func history(of order: UUID) async throws(MerchantError) -> String {
    try await history(of: order, until: ContinuousClock.now + options.totalTimeout)
  }

  /// Fetches the signed history of an order before a deadline.
  ///
  /// - Parameters:
  ///   - latest: The caller's deadline. The options' `totalTimeout` also applies.
  ///   - repeats: Whether to try again after a transient failure.
  func history(
    of order: UUID, until latest: ContinuousClock.Instant, repeats: Bool = true
  ) async throws(MerchantError) -> String {
    let deadline = min(latest, .now + options.totalTimeout)
    var policy = RetryPolicy(options: options)
    if !repeats { policy.maximumTries = 1 }
    return try await policy.run(until: deadline) { left async throws(MerchantError) in
      try await acceptedAnswer(order, until: .now + min(options.timeout, left))
    }
  }

  /// Sends one request with each of the credentials, until the store accepts one of them.
  private func acceptedAnswer(
    _ order: UUID, until deadline: ContinuousClock.Instant
  ) async throws(MerchantError) -> String {
    var refusal = MerchantError.unauthorized
    for index in credentials.order {
      let start = ContinuousClock.now
      do throws(MerchantError) {
        let answer = try await answer(order, credentials[index], within: max(deadline - start, .zero))
        observer?(nil, .now - start)
        noteAcceptance(of: index)
        return answer
      } catch {
        observer?(error, .now - start)
        // These answers also mean that the store accepted the secret.
        if error == .unknownOrder || error == .notAllowed { noteAcceptance(of: index) }
        guard error == .unauthorized else { throw error }
        refusal = error
      }
    }
    throw refusal
  }

  private func noteAcceptance(of index: Int) {
    if credentials.prefer(index) { onKeyChange(credentials[index].keyID) }
  }

  /// Sends one request, without a retry.
  private func answer(
    _ order: UUID, _ credentials: MerchantCredentials, within timeout: Duration
  ) async throws(MerchantError) -> String {
    let path = "merchant-api/v1/purchases/in-app/history/\(order.uuidString.lowercased())"
    let fields = ["Authorization": "Bearer \(try token(of: credentials))", "Accept": "application/jose"]
    let answer: HTTPAnswer
    do throws(HTTPLoader.Failure) {
      answer = try await loader.get(
        server.appendingPathComponent(path), fields: fields, within: timeout, maximumBytes: options.maximumBytes)
    } catch {
      throw MerchantError(error, options)
    }
    if let error = MerchantError(answer) { throw error }
    guard answer.hasContentType("application/jose") else { throw .unexpectedContentType }
    let jws = String(decoding: answer.body, as: UTF8.self)
    do throws(JWSError) {
      _ = try JWS(parsing: jws, maximumBytes: options.maximumBytes)
    } catch {
      throw .notSigned(error)
    }
    return jws
  }

  private func token(of credentials: MerchantCredentials) throws(MerchantError) -> String {
    do throws(MerchantTokenError) {
      return try MerchantToken.make(
        credentials, at: Date() - min(max(options.clockTolerance, 0), 20), id: .random())
    } catch {
      throw .token(error)
    }
  }
}

extension HTTPAnswer {
  /// Returns whether the answer has this media type. Ignores letter case and parameters.
  fileprivate func hasContentType(_ type: String) -> Bool {
    guard let mediaType = field("Content-Type")?.utf8.prefix(while: { $0 != UInt8(ascii: ";") }) else { return false }
    let last = mediaType.lastIndex { $0 != 0x20 && $0 != 0x09 }
    return last.map { String(decoding: mediaType[...$0], as: UTF8.self).lowercased() } == type
  }
}

extension MerchantError {
  fileprivate init(_ failure: HTTPLoader.Failure, _ options: MerchantClientOptions) {
    switch failure {
    case .timedOut: self = .timedOut
    case .tooLarge: self = .tooLarge(maximumBytes: options.maximumBytes)
    case .cancelled: self = .cancelled
    case .unreachable(let reason): self = .unreachable(reason: reason)
    }
  }

  /// Creates the error for an answer without a history; nil for status 200.
  fileprivate init?(_ answer: HTTPAnswer) {
    var retryAfter: Duration? { RetryAfter.duration(answer.field("Retry-After"), at: Date()) }
    switch answer.status {
    case 200: return nil
    case 300..<400: self = .redirected(status: answer.status)
    case 401: self = .unauthorized
    case 403: self = .notAllowed
    case 404: self = .unknownOrder
    case 429: self = .rateLimited(retryAfter: retryAfter)
    case 500...599: self = .unavailable(status: answer.status, retryAfter: retryAfter)
    default: self = .unexpectedStatus(answer.status)
    }
  }
}
