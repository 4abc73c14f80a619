import CausewayHTTP

/// The place in which a browser shows a document.
enum DocumentPlacement: String, Hashable, Sendable {
  /// A tab or a window.
  case main
  /// A frame of another document.
  case sub
  /// A tab or a frame: the request does not say which. The document's script says it when it connects.
  case either
  /// HTML that a service worker has fetched by its address, which it may show as a document of a tab or a frame.
  case fetched

  /// Reads the fields that the browser writes and no page can change; nil if the browser does not ask for a document.
  ///
  /// A service worker that passes on the request for a document (`fetch(event.request)`) sends it as a navigation without a
  /// destination. Browsers that do not know these fields ask for documents by the type that they accept.
  init?(_ request: HTTPRequest) {
    switch (request[field: "Sec-Fetch-Dest"], request[field: "Sec-Fetch-Mode"]) {
    case ("document", _): self = .main
    case ("iframe", _), ("frame", _), ("embed", _), ("object", _), ("fencedframe", _): self = .sub
    case ("empty", "navigate"): self = .either
    case (nil, nil) where request[field: "Accept"]?.lowercased().hasPrefix("text/html") == true: self = .either
    default: return nil
    }
  }
}
