import Foundation
import Glibc
import XCTest

/// WebKit's network process, which all web views of the test program share.
@MainActor
enum NetworkProcess {
  /// Stops the process for a time, as on a busy machine.
  static func pause(for time: Duration) {
    guard let process = identifier else { return XCTFail("there is no network process") }
    kill(process, SIGSTOP)
    Task {
      try await Task.sleep(for: time)
      kill(process, SIGCONT)
    }
  }

  private static var identifier: pid_t? {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { pid_t($0) }.first { process in
      // A process may end between the listing and the reading.
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      return status.hasPrefix("Name:\tWebKitNetworkPr") && status.contains("PPid:\t\(getpid())\n")
    }
  }
}
