import Foundation
import UniformTypeIdentifiers
import WebKit

/// A scheme handler that serves the files of one folder, and no file outside the folder.
@MainActor final class FolderHandler: NSObject, WKURLSchemeHandler {
  private let folder: URL

  init(_ folder: URL) {
    self.folder = folder.resolvingSymlinksInPath().standardizedFileURL
  }

  func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
    guard let url = task.request.url, let file = file(at: url.path), let data = try? Data(contentsOf: file) else {
      return task.didFailWithError(URLError(.fileDoesNotExist))
    }
    let type = UTType(filenameExtension: file.pathExtension)?.preferredMIMEType
    task.didReceive(
      URLResponse(url: url, mimeType: type, expectedContentLength: data.count, textEncodingName: "utf-8"))
    task.didReceive(data)
    task.didFinish()
  }

  // Does nothing, because `start` serves the whole file before it returns.
  func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}

  /// Returns the file of a path; nil if the file is outside the folder. A path can lead outside, because it can contain
  /// `..`.
  private func file(at path: String) -> URL? {
    let file = folder.appendingPathComponent(path).standardizedFileURL.resolvingSymlinksInPath()
    return file.path.utf8.starts(with: "\(folder.path)/".utf8) ? file : nil
  }
}
