#if os(Linux)
import CausewayFiles
import CausewayTool
import Foundation

/// A file that leads a browser to an address with a secret. Every user of the machine can read the command lines of
/// programs, and only this user can read the file.
enum OpenedAddress {
  /// The time after which the browser has read the file, or will not read it.
  private static let lifetime = Duration.seconds(60)

  /// Writes the file, which is removed after a minute, or at the end of the command.
  /// - Returns: The file, which the browser opens.
  /// - Throws: the system's error, or ``PrivateFileError``.
  @MainActor static func file(leadingTo address: URL) throws -> URL {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("inspector.html")
    let handle = FileHandle(
      fileDescriptor: try PrivateFile.open(file.path, flags: O_WRONLY, empties: true), closeOnDealloc: true)
    try handle.write(contentsOf: Data(page(leadingTo: address).utf8))
    try handle.close()
    Task {
      try? await Task.sleep(for: lifetime)  // nothing cancels this task
      folder.remove()
    }
    return file
  }

  /// Returns a page that replaces itself with the address, so that the tab's history does not have the file.
  private static func page(leadingTo address: URL) -> String {
    let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", "\"": "&quot;"]
    let attribute = address.absoluteString.map { entities[$0] ?? String($0) }.joined()
    return """
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="referrer" content="no-referrer">
          <title>Causeway inspector</title>
        </head>
        <body>
          <a id="address" href="\(attribute)">Open the inspector</a>
          <script>location.replace(document.getElementById("address").href);</script>
        </body>
      </html>

      """
  }
}
#endif
