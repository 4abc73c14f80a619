#if os(Linux)
import Foundation

/// The service manager that has started the server, such as systemd. It learns when the server is ready, so that
/// `systemctl start` reports a failed start (the protocol of sd_notify(3)).
enum ServiceManager {
  enum State: String {
    case ready = "READY=1"
    case stopping = "STOPPING=1"
  }

  /// The variable with the manager's socket: a path, or `@` and an abstract name.
  static let variable = "NOTIFY_SOCKET"

  /// Sends the state. Does nothing if no manager waits for it.
  static func notify(_ state: State, _ log: ServerLog) {
    guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return }
    guard let number = error(sending: state, to: path) else { return }
    log.write(
      .warning, .notNotified,
      "warning: systemd cannot be told \(state.rawValue) at \(path): \(String(cString: strerror(number)))")
  }

  /// Returns the system's error; nil for none.
  private static func error(sending state: State, to path: String) -> Int32? {
    guard var address = LedgerControl.address(path) else { return ENAMETOOLONG }
    // An abstract name begins with a zero byte, and ends with the address.
    if path.hasPrefix("@") { address.sun_path.0 = 0 }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + path.utf8.count } ?? 0
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let result = LedgerControl.with(address, length: length) {
      sendto(descriptor, state.rawValue, state.rawValue.utf8.count, Int32(MSG_NOSIGNAL), $0, $1)
    }
    return result < 0 ? errno : nil
  }
}
#endif
