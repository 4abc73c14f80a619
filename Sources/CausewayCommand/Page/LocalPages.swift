import Foundation
import WebKit

/// A URL scheme handler that serves the files of one folder to web views, and no file outside the folder.
@MainActor final class LocalPages: NSObject, WKURLSchemeHandler {
  private let root: URL?
  /// The folders of the scripts of `--run`, from which the scripts can import modules.
  private let scriptFolders: [URL]
  /// The path of ``scriptFolders``. A page cannot guess the path, so it cannot read files beside a script.
  private let scriptPath = "/.causeway-run-\(UUID().uuidString.lowercased())/"
  /// The files that were requested.
  let files = WatchedFiles()
  /// Called with the reason why a file of the served folder cannot be served, once for each file.
  var onMissing: (String) -> Void = { _ in }
  private var missing: Set<String> = []

  /// - Parameters:
  ///   - root: the served folder; nil if the page is elsewhere.
  ///   - scriptFolders: the folders of the scripts.
  init(root: URL?, scriptFolders: [URL] = []) {
    self.root = root
    self.scriptFolders = scriptFolders.map { $0.resolvingSymlinksInPath().standardizedFileURL }
  }

  /// Returns the address of a script. A page of a served folder has the same origin, so that its policy allows the
  /// modules.
  func address(ofScript name: String, at index: Int) -> String {
    var components = URLComponents()
    components.scheme = PageLocation.scheme
    components.host = PageLocation.host
    components.path = "\(scriptPath)\(index)/\(name)"
    return components.string ?? name
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    guard let url = urlSchemeTask.request.url else { return urlSchemeTask.didFailWithError(URLError(.badURL)) }
    let found = file(at: url.path).flatMap { file in (try? Data(contentsOf: file)).map { (file, $0) } }
    if found == nil { explain(url.path) }
    let status = found == nil ? 404 : 200
    let type = found.map { Self.type(of: $0.0.pathExtension.lowercased()) } ?? "text/plain; charset=utf-8"
    let data = found?.1 ?? Data("The file \(url.path) does not exist.\n".utf8)
    var headers = ["Content-Type": type, "Content-Length": "\(data.count)", "Cache-Control": "no-store"]
    // A page that this handler does not serve has another origin, and may import a script's modules only with this
    // field.
    if url.path.hasPrefix(scriptPath) { headers["Access-Control-Allow-Origin"] = "*" }
    guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers) else {
      return urlSchemeTask.didFailWithError(URLError(.cannotParseResponse))
    }
    urlSchemeTask.didReceive(response)
    urlSchemeTask.didReceive(data)
    urlSchemeTask.didFinish()
  }

  // Does nothing, because `start` answers with the whole file at once.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}

  /// Says why a file cannot be served, because the page may not say which file it could not load.
  private func explain(_ path: String) {
    guard let root, !path.hasPrefix(scriptPath), missing.count < WatchedFiles.maximum, missing.insert(path).inserted
    else { return }
    onMissing(MissingFile(path: path, root: root).explanation)
  }

  /// Returns the file at a path, or the `index.html` of a folder. Returns nil if the file, after resolving symbolic
  /// links, is not in the served folder.
  private func file(at path: String) -> URL? {
    if path.hasPrefix(scriptPath) { return module(at: path.dropFirst(scriptPath.count)) }
    return root.flatMap { file(at: path, in: $0) }
  }

  /// Returns the module at a path that begins with the script's index. Returns nil for files that are not scripts.
  private func module(at path: Substring) -> URL? {
    let parts = path.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let index = Int(parts[0]), scriptFolders.indices.contains(index) else { return nil }
    let file = file(at: String(parts[1]), in: scriptFolders[index])
    return file.flatMap { ["js", "mjs", "json"].contains($0.pathExtension.lowercased()) ? $0 : nil }
  }

  private func file(at path: String, in root: URL) -> URL? {
    let named = root.appendingPathComponent(path)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: named.path, isDirectory: &isFolder)
    let requested = isFolder.boolValue ? named.appendingPathComponent("index.html") : named
    files.add(requested)
    guard exists else { return nil }
    let file = requested.standardizedFileURL.resolvingSymlinksInPath()
    return file.path(in: root) == nil ? nil : file
  }

  private static func type(of suffix: String) -> String {
    types[suffix] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "txt": "text/plain; charset=utf-8",
    "json": "application/json", "map": "application/json", "svg": "image/svg+xml", "xml": "application/xml",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "wasm": "application/wasm", "mp3": "audio/mpeg", "mp4": "video/mp4", "webm": "video/webm", "pdf": "application/pdf",
  ]
}
