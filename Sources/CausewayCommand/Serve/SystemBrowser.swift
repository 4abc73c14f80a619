#if os(Linux)
import CausewayTool
import Foundation

/// The browser of the desktop.
enum SystemBrowser {
  /// Opens an address, which every user of the machine can read on the command line of the browser. An address with a
  /// secret needs an ``OpenedAddress``.
  /// - Throws: the system's error if there is no program `xdg-open`.
  static func open(_ url: URL) throws(POSIXError) {
    let nothing = Foundation.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(nothing) }
    try ChildProgram.start(["xdg-open", url.absoluteString], input: nothing, output: nothing)
  }
}
#endif
