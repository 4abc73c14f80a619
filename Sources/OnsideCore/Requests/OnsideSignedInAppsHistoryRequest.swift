/// A request for the user's signed purchases. The app must keep a reference to it, because deallocating the request
/// cancels it.
@MainActor public protocol OnsideSignedInAppsHistoryRequest: AnyObject, Sendable {
  /// The receiver of the answer. Held weakly.
  var delegate: (any OnsideSignedInAppsHistoryRequestDelegate)? { get set }
  /// Sends the request. Has no effect while the request is running.
  func start()
  /// Cancels the request, so that the delegate receives no more calls.
  func stop()
}

/// The receiver of the answer to a request for the signed history.
@MainActor public protocol OnsideSignedInAppsHistoryRequestDelegate: AnyObject {
  /// Called when the history has arrived.
  func onsideSignedInAppsHistoryRequest(
    _ request: any OnsideSignedInAppsHistoryRequest, didReceive history: OnsideSignedInAppsHistory)
  /// Called when the request has failed.
  func onsideSignedInAppsHistoryRequest(
    _ request: any OnsideSignedInAppsHistoryRequest,
    didFailWithError error: OnsideSignedInAppsHistoryRequestError)
}

extension OnsideClient {
  /// Creates a request for the user's signed purchases.
  ///
  /// Returns a failure if it is already known that the request would fail: the service is local testing, the store does
  /// not know the app, or no user is logged in. Until the session of the previous launch is known, this method succeeds
  /// and the request itself fails.
  public func makeSignedInAppsHistoryRequest()
    -> Result<any OnsideSignedInAppsHistoryRequest, OnsideSignedInAppsHistoryRequestError>
  {
    if let error = historyError { return .failure(error) }
    return .success(SignedInAppsHistoryRequest(client: self))
  }
}

/// The implementation of ``OnsideSignedInAppsHistoryRequest`` that a client returns.
@MainActor private final class SignedInAppsHistoryRequest: OnsideSignedInAppsHistoryRequest {
  weak var delegate: (any OnsideSignedInAppsHistoryRequestDelegate)?
  private let client: OnsideClient
  private let work = RequestWork()

  init(client: OnsideClient) {
    self.client = client
  }

  func start() {
    work.start { [weak self, client] in
      let result: Result<OnsideSignedInAppsHistory, OnsideSignedInAppsHistoryRequestError>
      do throws(OnsideSignedInAppsHistoryRequestError) {
        result = .success(try await client.signedInAppsHistory())
      } catch {
        result = .failure(error)
      }
      return { self?.finish(result) }
    }
  }

  func stop() {
    work.stop()
  }

  private func finish(_ result: Result<OnsideSignedInAppsHistory, OnsideSignedInAppsHistoryRequestError>) {
    switch result {
    case .success(let history): delegate?.onsideSignedInAppsHistoryRequest(self, didReceive: history)
    case .failure(let error): delegate?.onsideSignedInAppsHistoryRequest(self, didFailWithError: error)
    }
  }
}
