import CWebKitGTK
import Foundation

/// Where data that outlives the process is kept, in directories of the user that are the program's own.
enum DataDirectory {
  /// For data that a user would miss.
  static var data: URL { URL(fileURLWithPath: String(cString: g_get_user_data_dir())).appendingPathComponent(program) }

  /// For data that can be had again.
  static var caches: URL {
    URL(fileURLWithPath: String(cString: g_get_user_cache_dir())).appendingPathComponent(program)
  }

  /// The name that WebKitGTK uses for its default session, too.
  private static var program: String { String(borrowing: g_get_prgname()) ?? "webkitgtk" }
}
