#if os(Linux)
import Foundation

/// The hidden mode of the command in which `causeway shop` runs its parts: the words after ``word`` are a usual command
/// line, and the process is asked to end when its standard input ends. So no part outlives the shop, even if the shop is
/// killed.
enum ShopPartMode {
  /// The argument that selects the mode.
  static let word = "shop-part"

  /// Sends this process SIGTERM when its standard input ends.
  static func endWithInput() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      kill(getpid(), SIGTERM)
    }
  }
}
#endif
