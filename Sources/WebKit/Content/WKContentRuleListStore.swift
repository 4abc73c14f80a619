import CWebKitGTK
import Foundation

/// A store that compiles lists of content rules and keeps them in a directory.
@preconcurrency @MainActor
open class WKContentRuleListStore: NSObject {
  private static let shared = WKContentRuleListStore(
    url: DataDirectory.data.appendingPathComponent("ContentRuleLists"))

  private let store: GObjectReference

  /// Returns the store in the user's data directory: always the same object.
  open class func `default`() -> WKContentRuleListStore! { shared }

  /// Creates a store in a directory. The first compilation creates the directory.
  public init!(url: URL!) {
    GLibMainLoop.require()
    store = GObjectReference(owning: webkit_user_content_filter_store_new(url.path))
  }

  // MARK: Compiling

  /// Compiles rules, and stores the list. The new list replaces a stored list with the same identifier.
  ///
  /// - Parameters:
  ///   - encodedContentRuleList: the rules as JSON: an array of objects with `trigger` and `action`.
  ///   - completionHandler: takes the list, or a ``WKError`` whose `NSHelpAnchor` says what is wrong with the rules.
  open func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!,
    completionHandler: (@MainActor (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    let bytes = encodedContentRuleList.withCString { g_bytes_new($0, gsize(strlen($0))) }
    defer { g_bytes_unref(bytes) }
    AsyncResult.call { callback, data in
      webkit_user_content_filter_store_save(engine, identifier, bytes, nil, callback, data)
    } then: { [self] result in
      finish(.contentRuleListStoreCompileFailed, completionHandler) {
        webkit_user_content_filter_store_save_finish(engine, result, $0)
      }
    }
  }

  /// Compiles rules, and stores the list. The new list replaces a stored list with the same identifier.
  ///
  /// - Throws: a ``WKError`` whose `NSHelpAnchor` says what is wrong with the rules.
  public func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!
  ) async throws -> WKContentRuleList? {
    try await withCheckedThrowingContinuation { continuation in
      compileContentRuleList(forIdentifier: identifier, encodedContentRuleList: encodedContentRuleList) {
        continuation.resume(with: Self.result($0, $1))
      }
    }
  }

  // MARK: Looking up

  /// Loads a list from the store.
  ///
  /// - Parameter completionHandler: takes the list, or a ``WKError`` if the store has no such list.
  open func lookUpContentRuleList(
    forIdentifier identifier: String!, completionHandler: (@MainActor (WKContentRuleList?, (any Error)?) -> Void)!
  ) {
    AsyncResult.call { callback, data in
      webkit_user_content_filter_store_load(engine, identifier, nil, callback, data)
    } then: { [self] result in
      finish(.contentRuleListStoreLookUpFailed, completionHandler) {
        webkit_user_content_filter_store_load_finish(engine, result, $0)
      }
    }
  }

  /// Loads a list from the store.
  ///
  /// - Throws: ``WKError`` if the store has no such list.
  public func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList? {
    try await withCheckedThrowingContinuation { continuation in
      lookUpContentRuleList(forIdentifier: identifier) { continuation.resume(with: Self.result($0, $1)) }
    }
  }

  /// Passes the identifiers of all stored lists to a handler.
  open func getAvailableContentRuleListIdentifiers(_ completionHandler: (@MainActor ([String]?) -> Void)!) {
    AsyncResult.call { callback, data in
      webkit_user_content_filter_store_fetch_identifiers(engine, nil, callback, data)
    } then: { [self] result in
      let names = webkit_user_content_filter_store_fetch_identifiers_finish(engine, result)
      defer { g_strfreev(names) }
      var identifiers: [String] = []
      while let name = names?[identifiers.count] { identifiers.append(String(cString: name)) }
      completionHandler(identifiers)
    }
  }

  /// Returns the identifiers of all stored lists.
  public func availableIdentifiers() async -> [String]? {
    await withCheckedContinuation { continuation in
      getAvailableContentRuleListIdentifiers { continuation.resume(returning: $0) }
    }
  }

  // MARK: Removing

  /// Deletes a list from the store. The list stays in effect where a content controller uses it.
  ///
  /// - Parameter completionHandler: takes a ``WKError`` if there is no such list.
  open func removeContentRuleList(
    forIdentifier identifier: String!, completionHandler: (@MainActor ((any Error)?) -> Void)!
  ) {
    AsyncResult.call { callback, data in
      webkit_user_content_filter_store_remove(engine, identifier, nil, callback, data)
    } then: { [self] result in
      do {
        _ = try withGError { webkit_user_content_filter_store_remove_finish(engine, result, $0) }
        completionHandler(nil)
      } catch {
        completionHandler(WKError(.contentRuleListStoreRemoveFailed, reason: error.localizedDescription))
      }
    }
  }

  /// Deletes a list from the store. The list stays in effect where a content controller uses it.
  ///
  /// - Throws: ``WKError`` if there is no such list.
  public func removeContentRuleList(forIdentifier identifier: String!) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      removeContentRuleList(forIdentifier: identifier) { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
    }
  }

  private var engine: OpaquePointer {
    GLibPump.shared.wake()
    return store.opaque
  }

  private func finish(
    _ code: WKError.Code, _ completionHandler: @MainActor (WKContentRuleList?, (any Error)?) -> Void,
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) {
    do {
      completionHandler(try withGError(body).map { WKContentRuleList(owning: $0) }, nil)
    } catch {
      completionHandler(nil, WKError(code, reason: error.localizedDescription))
    }
  }

  private static func result(_ list: WKContentRuleList?, _ error: (any Error)?) -> Result<WKContentRuleList?, any Error>
  {
    error.map { .failure($0) } ?? .success(list)
  }
}
