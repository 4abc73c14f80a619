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
    let result = text.withBytes { JSONParser.parse($0, limits: limits) }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8. Bytes in contiguous storage are read in place; other bytes are copied first.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let result =
      bytes.withContiguousStorageIfAvailable { JSONParser.parse($0, limits: limits) }
      ?? Array(bytes).withUnsafeBufferPointer { JSONParser.parse($0, limits: limits) }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8, in place.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONError) {
    let result = bytes.withMemoryRebound(to: UInt8.self) { JSONParser.parse($0, limits: limits) }
    self = try result.get()
  }
}

extension JSONValue {
  /// The JSON text in compact style.
  ///
  /// Numbers print as in JavaScript, `1`, `1.5`, `1e+21`, `1e-7`, and parse to the same double. For that reason -0
  /// prints as `-0`, unlike in JavaScript. NaN and the infinities print as `null`, as in `JSON.stringify`.
  public var json: String { withPrinted(.compact) { String(decoding: $0, as: UTF8.self) } }

  /// The JSON text in compact style, in UTF-8. See ``json``.
  public var jsonBytes: [UInt8] { withPrinted(.compact) { [UInt8]($0) } }

  /// Appends the JSON text, in UTF-8, to an array. See ``json``.
  public func write(into bytes: inout [UInt8], style: JSONStyle = .compact) {
    withPrinted(style) { bytes.append(contentsOf: $0) }
  }

  /// Appends the JSON text in compact style.
  package func write(to output: inout JSONOutput) {
    // The printer takes over the text, so that printing does not copy it.
    var printer = JSONPrinter(style: .compact, output: output)
    printer.print(self)
    output = printer.output
  }

  private func withPrinted<Result>(_ style: JSONStyle, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var printer = JSONPrinter(style: style)
    printer.print(self)
    return body(printer.output.bytes)
  }
}
