/// A URL scheme that an app can serve. The name is case-insensitive.
public struct URLScheme: Hashable, Sendable {
  /// The scheme's name, without the colon.
  public let rawValue: String

  /// Creates a scheme from its name: an ASCII letter, then ASCII letters, digits, `+`, `-` and `.`.
  ///
  /// Returns nil for any other name, and for a scheme that WebKit handles itself.
  @MainActor public init?(_ rawValue: String) {
    let bytes = Array(rawValue.utf8)
    guard let first = bytes.first, first.isASCIILetter,
      bytes.allSatisfy({ $0.isASCIILetter || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }),
      !WKWebView.handlesURLScheme(rawValue), rawValue.lowercased() != ViewProof.scheme
    else { return nil }
    self.rawValue = rawValue
  }

  /// Returns whether two names denote the same scheme, ignoring case.
  public static func == (first: URLScheme, second: URLScheme) -> Bool {
    first.rawValue.lowercased() == second.rawValue.lowercased()
  }

  /// Hashes the name in lower case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue.lowercased())
  }
}

/// A part of the answer to a request for a URL of the app's own scheme.
public enum URLSchemeTaskResult: Sendable {
  /// The response: an `HTTPURLResponse` for a status and header fields. The response comes before all data.
  case response(URLResponse)
  /// A part of the data. The page gets the parts in this order.
  case data(Data)
}

/// A handler that serves the URLs of the app's own scheme, for pages whose ``WebPage/Configuration`` contains the
/// handler.
public protocol URLSchemeHandler {
  /// The type of the answers.
  associatedtype TaskSequence: AsyncSequence<URLSchemeTaskResult, any Error>

  /// Answers a request with a sequence: a response, then data. If the sequence throws an error, the request fails.
  ///
  /// WebKit iterates on the main actor. WebKit cancels the task that iterates when the answer is no longer needed: the
  /// page aborted the request or was left, the page's process ended, or the page was released.
  func reply(for request: URLRequest) -> TaskSequence
}

/// An adapter that answers a web view's scheme tasks with the sequences of a ``URLSchemeHandler``.
@MainActor
final class PageSchemeHandler: NSObject, WKURLSchemeHandler {
  private let handler: any URLSchemeHandler
  private var running: [ObjectIdentifier: Task<Void, Never>] = [:]

  init(_ handler: any URLSchemeHandler) {
    self.handler = handler
  }

  deinit {
    for task in running.values { task.cancel() }
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    start(urlSchemeTask, with: handler)
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
    running.removeValue(forKey: ObjectIdentifier(urlSchemeTask))?.cancel()
  }

  private func start<Handler: URLSchemeHandler>(_ urlSchemeTask: any WKURLSchemeTask, with handler: Handler) {
    // The closure below retains the task while it is running, so that no other task can get its address.
    let key = ObjectIdentifier(urlSchemeTask)
    let results = handler.reply(for: urlSchemeTask.request)
    running[key] = Task { [weak self] in
      do {
        for try await result in results {
          // A task that was stopped, or whose web view is gone, accepts nothing more.
          guard !Task.isCancelled else { return }
          switch result {
          case .response(let response): urlSchemeTask.didReceive(response)
          case .data(let data): urlSchemeTask.didReceive(data)
          }
        }
        guard !Task.isCancelled else { return }
        self?.running[key] = nil
        urlSchemeTask.didFinish()
      } catch {
        guard !Task.isCancelled else { return }
        self?.running[key] = nil
        urlSchemeTask.didFailWithError(error)
      }
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
