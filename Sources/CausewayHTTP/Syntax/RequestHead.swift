/// The complete head of a request: the first line and the fields.
struct RequestHead: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    var name: String
    /// The bytes of the value.
    var bytes: [UInt8]
    /// The value as a text.
    var value: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The way in which the end of the body is found (RFC 9112 section 6.3).
  enum Framing: Hashable, Sendable {
    /// The length in bytes; 0 if there is no body.
    case length(Int)
    case chunked
  }

  /// The method, such as `GET`.
  let method: String
  let target: RequestTarget
  /// The fields in order, as they were sent. The value of Host is replaced by the host of an absolute target.
  let fields: [Field]
  let framing: Framing
  /// Whether the client reads only HTTP/1.0.
  let isVersion10: Bool
  /// Whether the connection may serve another request after this one.
  let keepsConnection: Bool
  /// Whether the client waits for `100 Continue` before it sends the body.
  let expectsContinue: Bool

  /// Creates the head, and checks the rules that involve several lines.
  init(_ line: RequestLine, _ fields: [Field]) throws(RequestFault) {
    method = line.method
    target = line.target
    var fields = fields
    let hosts = fields.indices.filter { Self.is(fields[$0], "host") }
    guard hosts.count == 1 || hosts.isEmpty && line.minorVersion == 0,
      hosts.allSatisfy({ HostField.isHost(fields[$0].bytes[...]) })
    else { throw .malformed(.host) }
    if let authority = target.authority {
      // RFC 9112 section 3.2.2: the host of the target replaces the field.
      if let host = hosts.first {
        fields[host].bytes = Array(authority.utf8)
      } else {
        fields.append(Field(name: "Host", bytes: Array(authority.utf8)))
      }
    }
    self.fields = fields
    framing = try Self.framing(fields, line.minorVersion)
    isVersion10 = line.minorVersion == 0
    let options = Self.elements("connection", of: fields)
    keepsConnection = line.minorVersion > 0 && !options.contains { $0.isEqual(ignoringCase: "close") }
    let expectations = line.minorVersion > 0 ? Self.elements("expect", of: fields) : []
    guard expectations.allSatisfy({ $0.isEqual(ignoringCase: "100-continue") }) else { throw .unsupportedExpectation }
    expectsContinue = !expectations.isEmpty
  }

  private static func framing(_ fields: [Field], _ minorVersion: Int) throws(RequestFault) -> Framing {
    let lengths = fields.filter { Self.is($0, "content-length") }
    let codings = fields.filter { Self.is($0, "transfer-encoding") }
    guard let coding = codings.first else {
      guard let length = lengths.first else { return .length(0) }
      guard lengths.count == 1, !length.bytes.isEmpty, length.bytes.allSatisfy(\.isDigit),
        let count = Int(length.value)
      else { throw .malformed(.contentLength) }
      return .length(count)
    }
    guard codings.count == 1, lengths.isEmpty, minorVersion > 0 else { throw .malformed(.transferEncoding) }
    let names = Self.elements("transfer-encoding", of: [coding])
    let chunked = names.count { $0.isEqual(ignoringCase: "chunked") }
    guard chunked == 1, let last = names.last, last.isEqual(ignoringCase: "chunked") else {
      throw .malformed(.transferEncoding)
    }
    guard names.count == 1 else { throw .unsupportedTransferCoding }
    return .chunked
  }

  /// Returns the list elements of all fields with a name.
  private static func elements(_ name: String, of fields: [Field]) -> [ArraySlice<UInt8>] {
    fields.filter { Self.is($0, name) }.flatMap { field in
      field.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmed)
    }
  }

  private static func `is`(_ field: Field, _ name: String) -> Bool { field.name.utf8.isEqual(ignoringCase: name) }
}
