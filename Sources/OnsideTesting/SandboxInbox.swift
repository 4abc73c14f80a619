import CausewayJSON
import CausewayTransport
import Foundation
import OnsideCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The interface of a sandbox store for testers. It completes logins without a user, with the codes in the store's
/// inbox or on its sign-in page. It is for tests and tools.
package struct SandboxInbox: Sendable {
  private let address: StoreAddress
  private let transport = Transport()

  /// - Parameter address: the address of a sandbox store. Only programs on the store's own machine may read its inbox.
  package init(_ address: StoreAddress) {
    self.address = address
  }

  /// Returns the digits of a code; nil if the store has no inbox, or the inbox does not contain this code.
  package func digits(of code: OnsideLoginCode) async -> String? {
    let inbox = await answer(InboxPayload.self, "GET", "inbox")
    return inbox?.messages.first { $0.id == code.id }?.code
  }

  /// Signs in on the sign-in page.
  ///
  /// - Parameter email: the e-mail address of the user's account at the provider.
  /// - Returns: the callback; nil if the store has no such page, or the login has ended.
  package func callback(of login: OnsideBrowserLogin, as email: String) async -> URL? {
    let answer = await answer(CallbackPayload.self, "POST", "sign-ins", login.id, body: ["email": .string(email)])
    return (answer?.callbackUrl).flatMap(URL.init)
  }

  /// Returns the store's answer to a request; nil if the store is not a sandbox store or cannot be reached. The login
  /// then reports the error.
  private func answer<Payload: Decodable>(
    _ type: Payload.Type, _ method: String, _ path: String..., body: JSONValue? = nil
  ) async -> Payload? {
    var request = URLRequest(url: address.url(["sandbox"] + path))
    request.httpMethod = method
    request.setValue(address.app, forHTTPHeaderField: "Onside-App")
    // Do not keep the connection open, for the reason given in `StoreRequest`.
    request.setValue("close", forHTTPHeaderField: "Connection")
    if let body {
      request.httpBody = Data(body.jsonBytes)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let answer = try? await transport.send(request, timeout: .seconds(20), maximumBytes: 1 << 20)
    guard let answer, answer.status == 200 else { return nil }
    return try? JSONDecoder().decode(type, from: Data(answer.body))
  }
}

/// The store's answer after a login on the sign-in page.
package struct CallbackPayload: Codable, Redacted {
  var callbackUrl: String

  private enum CodingKeys: String, CodingKey {
    case callbackUrl = "callback_url"
  }

  package init(callbackUrl: String) {
    self.callbackUrl = callbackUrl
  }
}

/// The store's answer with the login codes that wait to be used.
package struct InboxPayload: Codable {
  package struct Message: Codable, Redacted {
    var id: String
    var to: String
    var code: String
    /// The time of sending, in the format of RFC 3339.
    var sentAt: String
    /// The time until the code expires, in seconds.
    var expiresIn: Int

    private enum CodingKeys: String, CodingKey {
      case id, to, code
      case sentAt = "sent_at"
      case expiresIn = "expires_in"
    }

    package init(id: String, to: String, code: String, sentAt: String, expiresIn: Int) {
      self.id = id
      self.to = to
      self.code = code
      self.sentAt = sentAt
      self.expiresIn = expiresIn
    }
  }

  var messages: [Message]

  package init(messages: [Message]) {
    self.messages = messages
  }
}

extension OnsideService {
  /// Logs in without a screen.
  ///
  /// - Parameters:
  ///   - readCode: returns the digits of a code; nil if they cannot be read.
  ///   - browse: signs in on a sign-in page and returns the callback; nil if that is not possible.
  /// - Throws: ``OnsideServiceError/internalError(_:)`` if there are no digits or no callback, and the service's
  ///   errors.
  package func logIn(
    _ credential: OnsideCredential, readCode: @Sendable (OnsideLoginCode) async -> String?,
    browse: @Sendable (OnsideBrowserLogin) async -> URL? = { _ in nil }
  ) async throws(OnsideServiceError) -> OnsideSession {
    switch try await beginLogin(credential) {
    case .done(let session): return session
    case .code(let code):
      guard let digits = await readCode(code) else {
        throw .internalError(
          "the login code could not be read: the store has no inbox, or the inbox does not contain this code")
      }
      return try await logIn(.code(code, digits: digits))
    case .browser(let login):
      guard let url = await browse(login) else {
        throw .internalError("the user has not signed in on the sign-in page of \(login.provider.name)")
      }
      return try await logIn(.callback(login, url: url))
    }
  }
}
