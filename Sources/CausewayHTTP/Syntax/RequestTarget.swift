/// What a request is about (RFC 9112 section 3.2): a path and a query, and a host if the client named it here.
struct RequestTarget: Hashable, Sendable {
  /// The path, with its escapes, and without the segments `.` and `..`; it begins with a slash.
  var path: String
  /// The query, with its escapes; empty if there is none.
  var query: String
  /// The host and port of the absolute form; nil for the origin form.
  var authority: String?

  /// Reads the origin form, `/path?query`, or the absolute form, `http://host/path?query`.
  ///
  /// The asterisk form and the authority form are for servers that do something besides answering for paths.
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
    self.path = Self.resolved(path)
    query = String(decoding: rest[path.endIndex...].dropFirst(), as: UTF8.self)
  }

  /// Resolves `.` and `..` within the tree (RFC 3986 section 5.2.4), escaped or not, as clients do before they ask.
  private static func resolved(_ path: ArraySlice<UInt8>) -> String {
    var segments: [ArraySlice<UInt8>] = []
    let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let dots = dotCount(part)
      if dots == 2 { _ = segments.popLast() }
      if dots == nil { segments.append(part) } else if index == parts.count - 1 { segments.append([]) }
    }
    return "/" + segments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// 1 for the segment `.`, 2 for `..`, nil for others.
  private static func dotCount(_ segment: ArraySlice<UInt8>) -> Int? {
    guard segment.count <= 6 else { return nil }
    var rest = segment
    var count = 0
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
      } else if rest.prefix(3).isEqual(ignoringCase: "%2e") {
        rest = rest.dropFirst(3)
      } else {
        return nil
      }
      count += 1
    }
    return (1...2).contains(count) ? count : nil
  }
}
