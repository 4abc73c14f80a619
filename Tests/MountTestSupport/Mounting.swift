#if os(Linux)
import Foundation

/// File systems that only a test's own programs see.
public enum Mounting {
  /// Whether the system lets us.
  public static let isAllowed = {
    let folder = FileManager.default.temporaryDirectory
    return (try? run("mount -t tmpfs tmpfs \"$1\"", folder, folder)) != nil
  }()

  /// The output of a shell script, with the folder as `$1`, the program as `$2`, and what else there is after that.
  public static func run(_ script: String, _ folder: URL, _ program: URL, _ others: URL...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"]) + ["sh", "-e", "-c", script, "sh"]
      + ([folder, program] + others).map(\.path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
