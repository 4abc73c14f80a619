import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension OpenOptions {
  /// Connects to the store of `--store` or of the profile.
  ///
  /// - Returns: A sentence that says why the store cannot be reached; nil if it answers, or if there is no store.
  func unreachableStore() async -> String? {
    guard case .network(let store)? = profile.onside.productSource else { return nil }
    var request = URLRequest(url: store.url)
    request.httpMethod = "HEAD"
    request.timeoutInterval = 5
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    do {
      // Any answer shows that the store can be reached.
      _ = try await session.data(for: request)
      return nil
    } catch let error as URLError where error.code == .timedOut {
      // A timeout is not an error, because a store on a busy machine may answer later.
      return nil
    } catch {
      return
        "onside: the store \(store.url.absoluteString) cannot be reached: \(error.localizedDescription). Start it, for "
        + "example with causeway store serve"
    }
  }
}
