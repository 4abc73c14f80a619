import CWebKitGTK
import Foundation

/// The program's directories in the user's data directory and cache directory. The files in them outlive the process.
enum DataDirectory {
  /// The directory for data that only the program has, such as cookies.
  static var data: URL { URL(fileURLWithPath: String(cString: g_get_user_data_dir())).appendingPathComponent(program) }

  /// The directory for data that WebKit can load from the network again.
  static var caches: URL {
    URL(fileURLWithPath: String(cString: g_get_user_cache_dir())).appendingPathComponent(program)
  }

  /// The program's name, which WebKitGTK also uses for its default session.
  private static var program: String { String(borrowing: g_get_prgname()) ?? "webkitgtk" }
}
