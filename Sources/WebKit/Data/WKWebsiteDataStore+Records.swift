import CWebKitGTK

extension WKWebsiteDataStore {
  /// Returns all kinds of data that websites can store.
  public class func allWebsiteDataTypes() -> Set<String> { WebsiteDataTypes.all }

  // MARK: Fetching

  /// Passes the websites that have stored data of these kinds to a handler.
  public func fetchDataRecords(
    ofTypes dataTypes: Set<String>, completionHandler: @escaping @MainActor ([WKWebsiteDataRecord]) -> Void
  ) {
    AsyncResult.call(of: self) { callback, data in
      webkit_website_data_manager_fetch(manager, WebsiteDataTypes.engine(dataTypes), nil, callback, data)
    } then: { [self] result in
      let list = webkit_website_data_manager_fetch_finish(manager, result, nil)
      var records: [WKWebsiteDataRecord] = []
      var link = list
      while let node = link {
        records.append(WKWebsiteDataRecord(owning: OpaquePointer(node.pointee.data)))
        link = node.pointee.next
      }
      g_list_free(list)
      completionHandler(records)
    }
  }

  /// Returns the websites that have stored data of these kinds.
  public func dataRecords(ofTypes dataTypes: Set<String>) async -> [WKWebsiteDataRecord] {
    await withCheckedContinuation { continuation in
      fetchDataRecords(ofTypes: dataTypes) { continuation.resume(returning: $0) }
    }
  }

  // MARK: Removing

  /// Removes the data of these kinds that the given websites have stored.
  public func removeData(
    ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord],
    completionHandler: @escaping @MainActor () -> Void
  ) {
    var list: UnsafeMutablePointer<GList>?
    for record in dataRecords { list = g_list_prepend(list, gpointer(record.engine)) }
    AsyncResult.call(of: self) { callback, data in
      webkit_website_data_manager_remove(manager, WebsiteDataTypes.engine(dataTypes), list, nil, callback, data)
    } then: { [self] result in
      webkit_website_data_manager_remove_finish(manager, result, nil)
      g_list_free(list)
      withExtendedLifetime(dataRecords, completionHandler)
    }
  }

  /// Removes the data of these kinds that the given websites have stored.
  public func removeData(ofTypes dataTypes: Set<String>, for dataRecords: [WKWebsiteDataRecord]) async {
    await withCheckedContinuation { continuation in
      removeData(ofTypes: dataTypes, for: dataRecords) { continuation.resume() }
    }
  }

  /// Removes the data of these kinds that was modified since a date. On Linux cookies are removed only if the date is
  /// at or before the start of 1970, which selects all data, because WebKitGTK does not record the age of cookies.
  public func removeData(
    ofTypes dataTypes: Set<String>, modifiedSince date: Date, completionHandler: @escaping @MainActor () -> Void
  ) {
    // A time span in microseconds. For WebKitGTK, 0 selects data of any age.
    let span = date.timeIntervalSince1970 <= 0 ? 0 : GTimeSpan(max(1, -date.timeIntervalSinceNow * 1_000_000))
    AsyncResult.call(of: self) { callback, data in
      webkit_website_data_manager_clear(manager, WebsiteDataTypes.engine(dataTypes), span, nil, callback, data)
    } then: { [self] result in
      webkit_website_data_manager_clear_finish(manager, result, nil)
      completionHandler()
    }
  }

  /// Removes the data of these kinds that was modified since a date. On Linux, cookies are removed only if the date is
  /// at or before the start of 1970.
  public func removeData(ofTypes dataTypes: Set<String>, modifiedSince date: Date) async {
    await withCheckedContinuation { continuation in
      removeData(ofTypes: dataTypes, modifiedSince: date) { continuation.resume() }
    }
  }

  private var manager: OpaquePointer? {
    GLibPump.shared.wake()
    return webkit_network_session_get_website_data_manager(session.opaque)
  }
}
