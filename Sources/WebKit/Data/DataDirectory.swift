import CWebKitGTK
import Foundation

/// The program's folders in the user's directories for data and caches. The data in them outlives the process.
enum DataDirectory {
  /// The directory for data that cannot be loaded again.
  static var data: URL { URL(fileURLWithPath: String(cString: g_get_user_data_dir())).appendingPathComponent(program) }

  /// The directory for data that can be loaded again.
  static var caches: URL {
    URL(fileURLWithPath: String(cString: g_get_user_cache_dir())).appendingPathComponent(program)
  }

  /// The program's name, which WebKitGTK also uses for its default session.
  private static var program: String { String(borrowing: g_get_prgname()) ?? "webkitgtk" }
}
