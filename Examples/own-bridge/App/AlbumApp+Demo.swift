import Foundation
import WebKit

extension PhotoLibrary {
  /// Adds the photos that an empty album begins with.
  func addSamples() throws {
    guard let folder = Bundle.module.url(forResource: "Pictures", withExtension: nil) else { return }
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.lastPathComponent > $1.lastPathComponent }) {
      let draft = try makeDraft()
      try draft.append(Data(contentsOf: file))
      let words = file.deletingPathExtension().lastPathComponent.split(separator: "-").joined(separator: " ")
      try keep(draft, title: words.prefix(1).uppercased() + words.dropFirst())
    }
  }
}

extension AlbumApp {
  /// Waits until the page shows all photos, and returns a snapshot of the page as PNG data.
  func picture(of webView: WKWebView) async throws -> Data {
    let photos = library.photos.count
    let shown = """
      const images = () => [...document.querySelectorAll("#photos img")].filter((image) => image.src);
      while (images().length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      await Promise.all(images().map((image) => image.decode()));
      """
    while webView.isLoading { try await Task.sleep(for: .milliseconds(10)) }
    _ = try await webView.callAsyncJavaScript(shown, arguments: ["count": photos], contentWorld: .page)
    let picture = try await webView.takeSnapshot(configuration: nil)
    guard let data = picture.pngData() else { throw CocoaError(.fileWriteUnknown) }
    return data
  }
}
