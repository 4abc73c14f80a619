import CWebKitGTK

/// Keeps the files of prints out of the user's list of recent files, to which GTK adds whatever it prints to a file.
@MainActor
enum RecentFiles {
  /// What the folder of each print begins with.
  static let folderPrefix = "webkit-print-"

  private static var changes: SignalConnection?

  /// Takes the files of prints off the list, from now on as soon as they are there: GTK adds one up to half a second after
  /// its print has ended. A program that ends before leaves one, which the next print takes off.
  static func keepPrintsOut() {
    guard changes == nil, let manager = gtk_recent_manager_get_default() else { return }
    let changed: @convention(c) (gpointer, gpointer) -> Void = { _, _ in
      MainActor.assumeIsolated { RecentFiles.removePrints() }
    }
    changes = SignalConnection(
      GObjectReference(borrowing: gpointer(manager)), "changed", box: Box(()),
      callback: unsafeBitCast(changed, to: GCallback.self))
  }

  private static func removePrints() {
    guard let manager = gtk_recent_manager_get_default() else { return }
    for file in files(of: manager) where file.contains("/\(folderPrefix)") {
      gtk_recent_manager_remove_item(manager, file, nil)
    }
  }

  /// The URLs on the list.
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
