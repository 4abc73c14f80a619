import Foundation

/// A sandbox store's pages for testers: completes logins without a person, with the codes in the store's inbox and on
/// its sign-in page. For tests, and for tools without a user.
package struct SandboxInbox: Sendable {
  private let connection: StoreConnection

  /// - Parameter address: the address of a sandbox store. Only programs on the store's own machine may read its inbox.
  package init(_ address: StoreAddress) {
    connection = StoreConnection(
      address: address, transport: StoreTransport(clock: ContinuousClock()), now: { Date() })
  }

  /// Returns the digits of a code; nil if the store has no inbox, or the inbox does not contain this code.
  package func digits(of code: OnsideLoginCode) async -> String? {
    var request = StoreRequest(.get, "inbox")
    request.root = ["sandbox"]
    do throws(OnsideServiceError) {
      let inbox = try StoreCoding.read(InboxPayload.self, from: try await connection.send(request).accepted())
      return inbox.messages.first { $0.id == code.id }?.code
    } catch {
      return nil  // not a sandbox, or not reachable; the login reports the error
    }
  }

  /// Signs in on the sign-in page.
  ///
  /// - Parameter email: the person's address at the provider.
  /// - Returns: the callback; nil if the store has no such page, or the login has ended.
  package func callback(of login: OnsideBrowserLogin, as email: String) async -> URL? {
    do throws(OnsideServiceError) {
      var request = StoreRequest(
        .post, "sign-ins", login.id, body: try StoreCoding.body(SignInPersonPayload(email: email)))
      request.root = ["sandbox"]
      let payload = try StoreCoding.read(CallbackPayload.self, from: try await connection.send(request).accepted())
      return URL(string: payload.callbackUrl)
    } catch {
      return nil  // not a sandbox, or not reachable; the login reports the error
    }
  }
}

private struct SignInPersonPayload: Encodable {
  var email: String
}

private struct CallbackPayload: Decodable, Redacted {
  var callbackUrl: String
}

private struct InboxPayload: Decodable {
  struct Message: Decodable {
    var id: String
    var code: String
  }

  var messages: [Message]
}

extension OnsideService {
  /// Logs in without a screen.
  ///
  /// - Parameters:
  ///   - readCode: returns the digits of a code; nil if it cannot.
  ///   - browse: signs in on a sign-in page and returns the callback; nil if it cannot.
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
        throw .internalError("the code of the login could not be read: the store has no inbox, or not this code")
      }
      return try await logIn(.code(code, digits: digits))
    case .browser(let login):
      guard let url = await browse(login) else {
        throw .internalError("nobody has signed in on the sign-in page of \(login.provider.name)")
      }
      return try await logIn(.callback(login, url: url))
    }
  }
}
