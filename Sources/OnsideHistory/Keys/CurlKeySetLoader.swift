#if os(Linux)
import CausewayCurl
import Foundation

/// A loader that fetches key sets over libcurl, as the Merchant API's client does. It is for backends.
struct CurlKeySetLoader: KeySetLoader {
  private let loader: HTTPLoader

  /// - Parameter location: the only URL that the loader fetches.
  init(_ location: URL) {
    loader = HTTPLoader(for: location, maximumConnections: 1)
  }

  func document(
    at location: URL, timeout: Duration, maximumBytes: Int
  ) async throws(KeyFetchError) -> KeySetDocument {
    do throws(HTTPLoader.Failure) {
      let answer = try await loader.get(location, within: timeout, maximumBytes: maximumBytes)
      return KeySetDocument(
        status: answer.status, body: answer.body, cacheControl: answer.field("Cache-Control"), age: answer.field("Age"))
    } catch {
      throw KeyFetchError(error, maximumBytes: maximumBytes)
    }
  }
}

extension KeyFetchError {
  fileprivate init(_ failure: HTTPLoader.Failure, maximumBytes: Int) {
    switch failure {
    case .timedOut: self = .timedOut
    case .tooLarge: self = .tooLarge(maximumBytes: maximumBytes)
    case .unreachable(let reason): self = .unreachable(reason: reason)
    case .cancelled: self = .unreachable(reason: "the request was cancelled")
    }
  }
}
#endif
