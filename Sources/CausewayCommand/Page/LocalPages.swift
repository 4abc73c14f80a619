import CausewayHTTP
import Foundation
import WebKit

/// A URL scheme handler that serves the files of one folder to web views, and no file outside the folder.
@MainActor final class LocalPages: NSObject, WKURLSchemeHandler {
  private let root: URL?
  /// Whether a document that does not exist is answered with the `index.html` of ``root``.
  private let isSinglePage: Bool
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
  ///   - isSinglePage: whether a document that does not exist is answered with the `index.html` of the folder.
  ///   - scriptFolders: the folders of the scripts.
  init(root: URL?, isSinglePage: Bool = false, scriptFolders: [URL] = []) {
    self.root = root
    self.isSinglePage = isSinglePage
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
    let response = answer(HTTPRequest(urlSchemeTask.request, url), path: url.path)
    var headers = Dictionary(response.fields.map { ($0.name, $0.value) }) { _, last in last }
    headers["Content-Length"] = response.length.map { "\($0)" }
    headers["Cache-Control"] = "no-store"
    // A page that this handler does not serve has another origin, and may import a script's modules only with this
    // field.
    if url.path.hasPrefix(scriptPath) { headers["Access-Control-Allow-Origin"] = "*" }
    guard
      let head = HTTPURLResponse(url: url, statusCode: response.status, httpVersion: nil, headerFields: headers)
    else { return urlSchemeTask.didFailWithError(URLError(.cannotParseResponse)) }
    urlSchemeTask.didReceive(head)
    if urlSchemeTask.request.httpMethod != "HEAD" {
      urlSchemeTask.didReceive(response.file.map { $0.read(upTo: $0.size, at: 0) } ?? response.body)
    }
    urlSchemeTask.didFinish()
  }

  /// Answers a request as `causeway serve` does.
  private func answer(_ request: HTTPRequest, path: String) -> HTTPResponse {
    if let refusal = FileAnswer.refusal(of: request) { return refusal }
    if let file = file(at: path), let answer = answer(request, with: file) { return answer }
    if let root, isSinglePage, FileAnswer.isDocument(request), let index = file(at: "/", in: root),
      let answer = answer(request, with: index)
    {
      return answer
    }
    explain(path)
    return .text(404, "The file \(path) does not exist.\n")
  }

  private func answer(_ request: HTTPRequest, with file: URL) -> HTTPResponse? {
    FileContent(contentsOf: file).map { FileAnswer.file($0, named: file.lastPathComponent, to: request) }
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
}

extension HTTPRequest {
  /// Creates the request of a web view.
  fileprivate init(_ request: URLRequest, _ url: URL) {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    self.init(
      method: request.httpMethod ?? "GET", path: [],
      target: (components?.percentEncodedPath ?? "/") + (components?.percentEncodedQuery.map { "?" + $0 } ?? ""),
      fields: (request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
  }
}
