#if os(Linux)
import CausewayFiles
import Foundation

/// The file with the secret that signs the tokens of documents, so that pages can connect to a restarted server.
enum DocumentKeyFile {
  private static let length = 32

  /// Reads the secret, or makes it if there is none. Returns nil if the file cannot be used. Pages must then be
  /// reloaded after a restart of the server.
  static func read() -> Data? {
    let environment = ProcessInfo.processInfo.environment
    func folder(_ name: String) -> URL? {
      environment[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
    }
    guard
      let state = folder("XDG_STATE_HOME") ?? folder("HOME")?.appendingPathComponent(".local/state", isDirectory: true)
    else { return nil }
    return read(in: state.appendingPathComponent("causeway", isDirectory: true))
  }

  /// Reads or makes the secret in a folder.
  static func read(in folder: URL) -> Data? {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appendingPathComponent("playground-key").path
      let file = FileHandle(
        fileDescriptor: try PrivateFile.open(path, flags: O_RDWR, empties: false), closeOnDealloc: true)
      if let key = try file.readToEnd(), key.count == length { return key }
      let key = Data((0..<length).map { _ in UInt8.random(in: 0...255) })
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: key)
      return key
    } catch {
      return nil  // pages must then be reloaded after a restart of the server
    }
  }
}
#endif
