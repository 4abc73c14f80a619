// What the parser accepts is RFC 8259 and nothing else: no byte order mark, no comments, no trailing commas, no invalid
// UTF-8, no raw control characters in strings. Where the RFC leaves the meaning open, the choice is:
//
// - members with one name: the last value wins, at the place of the first, as in JSON.parse,
//   unless the limits rule them out;
// - a lone surrogate escape such as \ud800 becomes U+FFFD, because a Swift String cannot hold it;
// - a number too large for a double is an error, because an infinity could not be printed again. A number too small for
//   a double is 0, and one with more digits than a double has is the nearest double, as in JSON.parse.

extension JSONValue {
  /// Parses a JSON text.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    let result = text.withBytes { Self.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8. Bytes in contiguous storage are read where they are, others are copied first.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
    let result =
      bytes.withContiguousStorageIfAvailable { Self.parse($0, limits) }
      ?? Array(bytes).withUnsafeBufferPointer { Self.parse($0, limits) }
    self = try result.get()
  }

  /// Parses a JSON text in UTF-8 where it lies in memory.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON by RFC 8259 or exceeds a limit.
  public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONError) {
    let result = bytes.withMemoryRebound(to: UInt8.self) { Self.parse($0, limits) }
    self = try result.get()
  }

  /// A result instead of a typed throw, which the standard library's `rethrows` closures do not pass on.
  private static func parse(_ text: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) -> Result<JSONValue, JSONError> {
    do throws(JSONError) {
      return .success(try JSONParser.parse(text, limits: limits))
    } catch {
      return .failure(error)
    }
  }
}
