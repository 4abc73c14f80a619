/// A request for the user's signed purchases. Its owner keeps it: letting it go cancels it.
@MainActor public protocol OnsideSignedInAppsHistoryRequest: AnyObject, Sendable {
  /// Told of the answer. Held weakly.
  var delegate: (any OnsideSignedInAppsHistoryRequestDelegate)? { get set }
  /// Asks; of no effect while it is asking.
  func start()
  /// Asks no longer: the delegate is told nothing more.
  func stop()
}

/// Told of the answer to a request for the signed history.
@MainActor public protocol OnsideSignedInAppsHistoryRequestDelegate: AnyObject {
  /// The history is there.
  func onsideSignedInAppsHistoryRequest(
    _ request: any OnsideSignedInAppsHistoryRequest, didReceive history: OnsideSignedInAppsHistory)
  /// It will not come.
  func onsideSignedInAppsHistoryRequest(
    _ request: any OnsideSignedInAppsHistoryRequest,
    didFailWithError error: OnsideSignedInAppsHistoryRequestError)
}

extension OnsideClient {
  /// A request for the user's signed purchases.
  ///
  /// A failure if it is known by now that there will be none: this is local testing, the store does not know the app, or
  /// nobody is logged in. Until it is known who was logged in at the launch before, it is the request that fails.
  public func makeSignedInAppsHistoryRequest()
    -> Result<any OnsideSignedInAppsHistoryRequest, OnsideSignedInAppsHistoryRequestError>
  {
    if let error = historyError { return .failure(error) }
    return .success(SignedInAppsHistoryRequest(client: self))
  }
}

/// A request for the signed history of one client.
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
