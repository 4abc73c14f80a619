import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The answer to a request for `causeway-bytes://<document's key>/<name>`. With such requests a page posts bytes for
/// the app and fetches the bytes that the app offers.
@MainActor struct BytesAnswer {
  /// The status and the header fields of the answer.
  let response: HTTPURLResponse
  /// The bytes that the app offers; empty for anything but a successful GET.
  let data: Data

  /// Stores the bytes that a POST request carries, or loads the bytes that a GET request names.
  ///
  /// - Parameter document: returns the document with a key, if the page that sent the request may use that document.
  /// - Throws: `URLError` if there is no such document for the URL.
  init(to request: URLRequest, document: (_ key: String) -> WebDocument?) throws {
    guard let url = request.url, let (key, name) = Self.address(in: url.absoluteString), let document = document(key)
    else { throw URLError(.noPermissionsToReadFile) }
    let status: Int
    switch request.httpMethod {
    case "POST":
      status = document.waiting.handOver(request.httpBody ?? Data(), under: name) ? 200 : 413
      data = Data()
    case "GET":
      let collected = document.waiting.collect(name)
      status = collected == nil ? 404 : 200
      data = collected ?? Data()
    default:
      status = 405
      data = Data()
    }
    // Allow every origin, because the origin of a page's document always differs from the origin of these URLs, and a
    // page that knows the key may read the answer.
    let fields = [
      "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store", "Content-Type": "application/octet-stream",
      "Content-Length": "\(data.count)",
    ]
    guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { throw URLError(.badURL) }
    self.response = response
  }

  /// Returns the key and the name in a URL of the scheme, exactly as written: `URL` would decode percent-encoding.
  private static func address(in text: String) -> (key: String, name: String)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "\(WebViewHost.bytesScheme):", parts[1].isEmpty else { return nil }
    return (String(parts[2]), String(parts[3]))
  }
}
