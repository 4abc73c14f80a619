import CWebKitGTK
import Foundation

/// The user's directories, one of them for each program, for data that outlives the process.
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
