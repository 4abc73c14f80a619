import CWebKitGTK

/// A compiled content filter of WebKit.
@MainActor
final class ContentFilter {
  let pointer: OpaquePointer

  private init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Compiles rules from JSON text.
  ///
  /// - Parameters:
  ///   - name: the filter's name, which must be unique in its manager.
  ///   - completion: takes the filter; nil if WebKit cannot compile the rules or cannot write the compiled file.
  static func compile(_ rules: Data, name: String, completion: @escaping (ContentFilter?) -> Void) {
    // Compile into a temporary folder, which can be deleted afterward, because WebKit maps the compiled file into
    // memory and then no longer needs the file's name.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("webkit-\(UUID().uuidString)")
    let store = GObjectReference(owning: webkit_user_content_filter_store_new(folder.path))
    let bytes = rules.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    GLibPump.shared.wake()
    AsyncResult.call { callback, data in
      webkit_user_content_filter_store_save(store.opaque, name, bytes, nil, callback, data)
    } then: { result in
      let filter = webkit_user_content_filter_store_save_finish(store.opaque, result, nil)
      // A failed removal is harmless, because the file that stays is in the folder for temporary files.
      try? FileManager.default.removeItem(at: folder)
      completion(filter.map(ContentFilter.init(owning:)))
    }
  }

  isolated deinit {
    webkit_user_content_filter_unref(pointer)
  }
}
