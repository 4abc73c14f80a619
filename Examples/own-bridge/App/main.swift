import Foundation
import WebKit

/// Ends the program with a message for the user.
func fail(_ sentence: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("album-example: \(sentence)\n".utf8))
  exit(code)
}

/// Removes an option and its value from `words` and returns the value; nil if the option is absent. Ends the program
/// if the value is missing.
@MainActor func value(of option: String) -> String? {
  guard let place = words.firstIndex(of: option) else { return nil }
  guard words.indices.contains(place + 1) else { fail("\(option) needs a value", code: 64) }
  defer { words.removeSubrange(place...place + 1) }
  return words[place + 1]
}

var words = Array(CommandLine.arguments.dropFirst())
let picture = value(of: "--snapshot")
guard let width = Double(value(of: "--width") ?? "1120"), words.count <= 1 else {
  fail("usage: album-example [--snapshot FILE] [--width PIXELS] [FOLDER]", code: 64)
}
/// The folder of the photos. Without an argument, the photos last as long as the program.
let folder = words.first.map { URL(fileURLWithPath: $0, isDirectory: true) }

do {
  // Without this call, the first web view would end the program if there is no display.
  try GLibMainLoop.start()
  let library = try PhotoLibrary(
    folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("album-\(UUID().uuidString)"))
  if library.photos.isEmpty { try library.addSamples() }
  let app = AlbumApp(library)
  let webView = app.makeWebView(width: width, height: 760)
  if let picture {
    Task {
      do {
        try await app.picture(of: webView).write(to: URL(fileURLWithPath: picture))
        exit(0)
      } catch {
        fail("\(error.localizedDescription)", code: 1)
      }
    }
    GLibMainLoop.run()
  } else {
    let window = WebViewWindow(webView, title: "Photo album", width: Int(width), height: 760)
    window.onClose = { GLibMainLoop.stop() }
    GLibMainLoop.run()
    withExtendedLifetime((app, window)) {}
  }
} catch {
  fail("\(error)", code: 1)
}
