import CausewayHTTP
import Foundation

/// The service workers of pages, by the addresses of their scripts.
///
/// A worker that answers a navigation with `fetch(event.request.url)` sends a request like any other: nothing in it says that the
/// answer is shown as a document. Only the field `Referer` says that a worker asks.
struct ServiceWorkers {
  /// The maximum number of scripts. The number is limited because a page can register any number of them.
  private static let maximum = 256
  /// The length of the beginning of a document that is searched for its first tag, in bytes.
  private static let beginning = 1_024

  private var scripts: Set<String> = []

  /// Records the script of a worker. A browser asks for it with a field that no page can write.
  mutating func note(_ request: HTTPRequest) {
    guard request[field: "Service-Worker"] == "script", scripts.count < Self.maximum, let url = Self.url(of: request)
    else { return }
    scripts.insert(url)
  }

  /// Returns whether a worker asks for something by its address.
  func fetches(_ request: HTTPRequest) -> Bool {
    guard request.method == "GET", request[field: "Sec-Fetch-Dest"] == "empty", !scripts.isEmpty,
      let referrer = request[field: "Referer"]
    else { return false }
    return scripts.contains(referrer)
  }

  /// Returns whether HTML is a whole document, and not a part that a page inserts somewhere.
  static func isDocument(_ html: Data) -> Bool {
    let text = String(decoding: html.prefix(beginning), as: UTF8.self).lowercased()
    return text.contains("<!doctype html") || text.contains("<html")
  }

  private static func url(of request: HTTPRequest) -> String? {
    request[field: "Host"].map { "http://\($0)\(request.target)" }
  }
}
