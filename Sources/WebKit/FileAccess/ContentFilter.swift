import CWebKitGTK

/// A compiled content filter of WebKit's.
@MainActor
final class ContentFilter {
  /// WebKitGTK's filter.
  let pointer: OpaquePointer

  private init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Compiles rules, as JSON text.
  ///
  /// - Parameters:
  ///   - name: the filter's name, which no other of its manager has.
  ///   - completion: takes the filter; nil if WebKit does not compile the rules, or has no place to put them.
  static func compile(_ rules: Data, name: String, completion: @escaping (ContentFilter?) -> Void) {
    // WebKit maps the compiled file, which needs its name no longer.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("webkit-\(UUID().uuidString)")
    let store = GObjectReference(owning: webkit_user_content_filter_store_new(folder.path))
    let bytes = rules.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    GLibPump.shared.wake()
    AsyncResult.call { callback, data in
      webkit_user_content_filter_store_save(store.opaque, name, bytes, nil, callback, data)
    } then: { result in
      let filter = webkit_user_content_filter_store_save_finish(store.opaque, result, nil)
      // Nothing depends on it: what stays is a file in the folder for temporary ones.
      try? FileManager.default.removeItem(at: folder)
      completion(filter.map(ContentFilter.init(owning:)))
    }
  }

  isolated deinit {
    webkit_user_content_filter_unref(pointer)
  }
}
