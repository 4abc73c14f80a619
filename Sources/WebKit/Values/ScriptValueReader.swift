import CWebKitGTK

/// A reader of the JavaScript values that the engine has passed to this process.
///
/// The results have the same types as those of ``WireReader``.
@MainActor
enum ScriptValueReader {
  /// Reads a value; nil for `undefined`.
  ///
  /// - Throws: ``WKError/Code/javaScriptResultTypeIsUnsupported`` for a value that Swift cannot represent, and for a
  ///   value that is nested too deeply, such as a cyclic object.
  static func read(_ value: OpaquePointer, depth: Int = 0) throws -> AnyHashable? {
    guard depth <= WireReader.maximumDepth else { throw WKError(.javaScriptResultTypeIsUnsupported) }
    if jsc_value_is_undefined(value) != 0 { return nil }
    if jsc_value_is_null(value) != 0 { return NSNull() }
    if jsc_value_is_boolean(value) != 0 { return NSNumber(value: jsc_value_to_boolean(value) != 0) }
    if jsc_value_is_number(value) != 0 { return number(jsc_value_to_double(value)) }
    if jsc_value_is_string(value) != 0 { return string(value) }
    if jsc_value_is_array(value) != 0 { return try array(value, depth: depth + 1) }
    guard jsc_value_is_object(value) != 0, jsc_value_is_function(value) == 0 else {
      throw WKError(.javaScriptResultTypeIsUnsupported)
    }
    if jsc_value_object_is_instance_of(value, "Date") != 0 { return date(value) }
    return try object(value, depth: depth + 1)
  }

  /// Reads a string, including NUL. Lone surrogates become U+FFFD.
  static func string(_ value: OpaquePointer) -> String {
    // Without this call the bytes would end at a lone surrogate.
    withOwned(jsc_value_object_invoke_methodv(value, "toWellFormed", 0, nil)) {
      withUTF8(of: $0) { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Calls `body` with the UTF-8 bytes of a string, which must not contain lone surrogates. The bytes are copied once, out
  /// of the engine.
  static func withUTF8<Result>(
    of value: OpaquePointer, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let bytes = jsc_value_to_string_as_bytes(value)
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)?.assumingMemoryBound(to: UInt8.self)
    return try body(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private static func number(_ number: Double) -> NSNumber {
    guard let whole = Int(exactly: number), !(whole == 0 && number.sign == .minus), whole.magnitude <= 1 << 53 else {
      return NSNumber(value: number)
    }
    return NSNumber(value: whole)
  }

  private static func date(_ value: OpaquePointer) -> Date {
    withOwned(jsc_value_object_invoke_methodv(value, "getTime", 0, nil)) {
      Date(timeIntervalSince1970: jsc_value_to_double($0) / 1000)
    }
  }

  private static func array(_ value: OpaquePointer, depth: Int) throws -> [AnyHashable] {
    let length = withOwned(jsc_value_object_get_property(value, "length")) { jsc_value_to_double($0) }
    return try (0..<guint(length)).map { place in
      try withOwned(jsc_value_object_get_property_at_index(value, place)) {
        try read($0, depth: depth) ?? AnyHashable(NSNull())
      }
    }
  }

  private static func object(_ value: OpaquePointer, depth: Int) throws -> [String: AnyHashable] {
    guard let names = jsc_value_object_enumerate_properties(value) else { return [:] }
    defer { g_strfreev(names) }
    var members: [String: AnyHashable] = [:]
    var place = 0
    while let name = names[place] {
      members[String(cString: name)] = try withOwned(jsc_value_object_get_property(value, name)) {
        try read($0, depth: depth)
      }
      place += 1
    }
    return members
  }
}
