import Foundation

/// The inbox of a sandbox store, which has the codes of logins: for tests and for tools without a person.
package struct SandboxInbox: Sendable {
  private let connection: StoreConnection

  /// - Parameter address: of a sandbox store. Only programs of its own machine may read its inbox.
  package init(_ address: StoreAddress) {
    connection = StoreConnection(
      address: address, transport: StoreTransport(clock: ContinuousClock()), now: { Date() })
  }

  /// The digits of a code; nil if the store has no inbox, or not this code.
  package func digits(of code: OnsideLoginCode) async -> String? {
    var request = StoreRequest(.get, "inbox")
    request.root = ["sandbox"]
    do throws(OnsideServiceError) {
      let inbox = try StoreForm.read(InboxForm.self, from: try await connection.send(request).accepted())
      return inbox.messages.first { $0.id == code.id }?.code
    } catch {
      return nil  // a store that is no sandbox, or is gone; the login says so
    }
  }
}

private struct InboxForm: Decodable {
  struct Message: Decodable {
    var id: String
    var code: String
  }

  var messages: [Message]
}

extension OnsideService {
  /// Logs in without a screen.
  ///
  /// - Parameter readCode: gives the digits of a code; nil if it cannot.
  /// - Throws: ``OnsideServiceError/internalError(_:)`` without the digits, and what the service throws.
  package func logIn(
    _ credential: OnsideCredential, readCode: @Sendable (OnsideLoginCode) async -> String?
  ) async throws(OnsideServiceError) -> OnsideSession {
    switch try await beginLogin(credential) {
    case .done(let session): return session
    case .code(let code):
      guard let digits = await readCode(code) else {
        throw .internalError("the code of the login could not be read: the store has no inbox, or not this code")
      }
      return try await logIn(.code(code, digits: digits))
    }
  }
}
