import Foundation

extension WKWebsiteDataStore {
  /// Deletes the data of the store with an identifier.
  ///
  /// - Parameter completionHandler: takes an error if a store with the identifier is in use.
  public class func remove(
    forIdentifier identifier: UUID, completionHandler: @escaping @MainActor ((any Error)?) -> Void
  ) {
    let result = Result { try IdentifiedSessions.remove(identifier) }
    DispatchQueue.main.async {
      switch result {
      case .success: completionHandler(nil)
      case .failure(let error): completionHandler(error)
      }
    }
  }

  /// Deletes the data of the store with an identifier.
  ///
  /// - Throws: an error if a store with the identifier is in use.
  public class func remove(forIdentifier identifier: UUID) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      remove(forIdentifier: identifier) { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
    }
  }

  /// Passes the identifiers of all stores that have data to a handler.
  public class func fetchAllDataStoreIdentifiers(_ completionHandler: @escaping @MainActor ([UUID]) -> Void) {
    let identifiers = IdentifiedSessions.identifiers
    DispatchQueue.main.async { completionHandler(identifiers) }
  }

  /// The identifiers of all stores that have data.
  public class var allDataStoreIdentifiers: [UUID] {
    get async {
      await withCheckedContinuation { continuation in
        fetchAllDataStoreIdentifiers { continuation.resume(returning: $0) }
      }
    }
  }
}
