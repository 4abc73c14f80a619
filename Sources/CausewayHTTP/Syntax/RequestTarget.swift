/// The target of a request (RFC 9112 section 3.2): a path, a query, and the host if the target contains it.
struct RequestTarget: Hashable, Sendable {
  /// The percent-encoded path. It begins with a slash, and has no segment `.` or `..`, percent-encoded or not.
  var path: String
  /// The percent-encoded query; nil if there is none, not even a question mark.
  var query: String?
  /// The host and port of the absolute form; nil for the origin form.
  var authority: String?

  /// Reads the origin form, `/path?query`, or the absolute form, `http://host/path?query`.
  ///
  /// Other forms are refused: the asterisk form and the authority form do not name a path, and this server only answers
  /// for paths.
  init(_ bytes: ArraySlice<UInt8>) throws(RequestFault) {
    guard bytes.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else { throw .malformed(.target) }
    var rest = bytes
    let scheme = "http://"
    if bytes.prefix(scheme.utf8.count).isEqual(ignoringCase: scheme) {
      rest = rest.dropFirst(scheme.utf8.count)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      guard HostField.isHost(authority) else { throw .malformed(.target) }
      self.authority = String(decoding: authority, as: UTF8.self)
      rest = rest[authority.endIndex...]
    } else if rest.first != UInt8(ascii: "/") {
      throw .malformed(.target)
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    // Refuse dot segments, which clients resolve before they send a request. A proxy may pass dot segments on, and its
    // rules for a path would then not apply to another spelling of the same path.
    let segments = path.split(separator: UInt8(ascii: "/"))
    guard !segments.contains(where: Self.isDots) else { throw .malformed(.dotSegment) }
    self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    let query = rest[path.endIndex...]
    self.query = query.isEmpty ? nil : String(decoding: query.dropFirst(), as: UTF8.self)
  }

  /// The path and the query, as they were sent.
  var text: String { path + (query.map { "?" + $0 } ?? "") }

  /// Returns whether a segment is `.` or `..` (RFC 3986 section 3.3), percent-encoded or not.
  private static func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
    guard segment.count <= 6 else { return false }
    var rest = segment
    var count = 0
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
      } else if rest.prefix(3).isEqual(ignoringCase: "%2e") {
        rest = rest.dropFirst(3)
      } else {
        return false
      }
      count += 1
    }
    return (1...2).contains(count)
  }
}
