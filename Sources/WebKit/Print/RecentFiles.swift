import CWebKitGTK

/// The user's list of recent files, to which GTK adds every file that it prints to. This type removes the files of
/// prints from the list.
@MainActor
enum RecentFiles {
  /// The prefix of the name of each print's folder.
  static let folderPrefix = "webkit-print-"
  /// The prefix of the URL of each print's file.
  private static let urlPrefix = folder(folderPrefix).absoluteString

  /// Returns the URL of a new folder for a print.
  static func makeFolderURL() -> URL { folder(folderPrefix + UUID().uuidString) }

  private static func folder(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(name)
  }

  private static var changes: SignalConnection?

  /// Removes the files of prints from the list as soon as GTK adds them, from now on. GTK adds a file up to half a
  /// second after its print has ended. If the program ends before that, the file stays in the list until the next
  /// print.
  static func excludePrintJobs() {
    guard changes == nil, let manager = gtk_recent_manager_get_default() else { return }
    let changed: @convention(c) (gpointer, gpointer) -> Void = { _, _ in
      MainActor.assumeIsolated { RecentFiles.removePrints() }
    }
    changes = SignalConnection(
      GObjectReference(borrowing: gpointer(manager)), "changed", box: ClosureBox(()),
      callback: unsafeBitCast(changed, to: GCallback.self))
  }

  private static func removePrints() {
    guard let manager = gtk_recent_manager_get_default() else { return }
    for file in files(of: manager) where file.utf8.starts(with: urlPrefix.utf8) {
      gtk_recent_manager_remove_item(manager, file, nil)
    }
  }

  /// Returns the URLs in the user's list of recent files.
  static func files(of manager: UnsafeMutablePointer<GtkRecentManager>) -> [String] {
    var files: [String] = []
    let items = gtk_recent_manager_get_items(manager)
    defer { g_list_free(items) }
    var next = items
    while let item = next?.pointee {
      let info = OpaquePointer(item.data)
      if let file = String(borrowing: gtk_recent_info_get_uri(info)) { files.append(file) }
      gtk_recent_info_unref(info)
      next = item.next
    }
    return files
  }
}
