#if os(Linux)
import Foundation

/// File systems that only the programs of a test see.
public enum Mounting {
  /// Whether the system allows such file systems.
  public static let isAllowed = {
    let folder = FileManager.default.temporaryDirectory
    return (try? run("mount -t tmpfs tmpfs \"$1\"", folder, folder)) != nil
  }()

  /// Runs a shell script with its own mounts, and returns its output. The script's arguments are the folder as `$1`,
  /// the program as `$2`, and `others` from `$3` on.
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
