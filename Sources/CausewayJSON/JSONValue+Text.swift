// The parser accepts RFC 8259 and nothing else: no byte order mark, no comments, no trailing commas, no invalid UTF-8,
// no raw control characters in strings. Where the RFC leaves the meaning open, the parser decides:
//
// - If several members have one name, the last value counts, at the first position, as in JSON.parse, unless the limits
//   forbid duplicate names.
// - A lone surrogate escape such as \ud800 becomes U+FFFD, because a Swift String cannot contain a surrogate.
// - A number too large for a double is an error, because an infinity could not be printed again. A number too small for
//   a double is 0, and a number with more digits than a double has is the nearest double, as in JSON.parse.

extension JSONValue {
  /// Parses a JSON text.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    let result = text.withBytes { Self.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8. Bytes in contiguous storage are read in place; other bytes are copied first.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let result =
      bytes.withContiguousStorageIfAvailable { Self.parse($0, limits) }
      ?? Array(bytes).withUnsafeBufferPointer { Self.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8, in place.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONError) {
    let result = bytes.withMemoryRebound(to: UInt8.self) { Self.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a text. Returns a result, because the `rethrows` closures of the standard library do not pass typed errors
  /// on.
  private static func parse(_ text: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      return .success(try JSONParser.parse(text, limits: limits))
    } catch {
      return .failure(error)
    }
  }
}

extension JSONValue {
  /// The JSON text in compact style.
  ///
  /// Numbers print as in JavaScript, `1`, `1.5`, `1e+21`, `1e-7`, and parse to the same double. For that reason -0
  /// prints as `-0`, unlike in JavaScript. NaN and the infinities print as `null`, as in `JSON.stringify`.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The JSON text in compact style, in UTF-8. See ``json``.
  public var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Appends the JSON text, in UTF-8, to an array. See ``json``.
  public func write(into bytes: inout [UInt8], style: JSONStyle = .compact) {
    // The printer takes over the array, so that the array is uniquely referenced and appending does not copy it.
    var printer = JSONPrinter(style: style)
    swap(&printer.bytes, &bytes)
    printer.print(self)
    swap(&printer.bytes, &bytes)
  }
}
