import Foundation
import WebKit

/// Ends the program with a message for the user.
func fail(_ sentence: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("browser-example: \(sentence)\n".utf8))
  exit(code)
}

var words = Array(CommandLine.arguments.dropFirst())
var picture: String?
if let place = words.firstIndex(of: "--snapshot") {
  guard words.indices.contains(place + 1) else { fail("--snapshot needs a file, as in --snapshot page.png", code: 64) }
  picture = words[place + 1]
  words.removeSubrange(place...place + 1)
}
guard words.count <= 1, let url = words.isEmpty ? StartPage.url : URL(string: words[0]), url.scheme != nil else {
  fail("usage: browser-example [--snapshot FILE] [URL]", code: 64)
}

do {
  // Without this call, the first web view would end the program if there is no display.
  try GLibMainLoop.start()
} catch {
  fail("\(error)", code: 1)
}

let app = App()
if let picture {
  Task {
    do {
      try await app.picture(of: url).write(to: URL(fileURLWithPath: picture))
      exit(0)
    } catch {
      fail("\(error.localizedDescription)", code: 1)
    }
  }
} else {
  app.show(Browser(app, app.configuration)).webView.load(URLRequest(url: url))
}
GLibMainLoop.run()
