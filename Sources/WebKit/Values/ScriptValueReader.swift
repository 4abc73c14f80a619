import CWebKitGTK

/// A reader of the JavaScript values that the engine has passed to this process.
///
/// The results have the same types as those of ``WireReader``.
@MainActor
struct ScriptValueReader {
  /// The function that returns the members of an object as an array of names and values.
  ///
  /// WebKitGTK has no function for the own members of an object: its enumeration includes those of the prototype, and
  /// ends a name at the first NUL. WebKitGTK has copied the result member by member, so a member `__proto__` that is an
  /// object, an array or null has become the copy's prototype. Any other `__proto__` is lost.
  private static let members = """
    (object) => {
      const list = [];
      for (const name of Object.keys(object)) list.push(name, object[name]);
      const prototype = Object.getPrototypeOf(object);
      if (prototype !== Object.prototype) list.push("__proto__", prototype);
      return list;
    }
    """

  /// The function ``members`` in the context of the value.
  private let membersFunction: OpaquePointer

  /// Reads a value; nil for `undefined`.
  ///
  /// - Throws: ``WKError/Code/javaScriptResultTypeIsUnsupported`` for a value that Swift cannot represent, and for a
  ///   value that is nested too deeply, such as a cyclic object.
  static func read(_ value: OpaquePointer) throws -> AnyHashable? {
    guard jsc_value_is_object(value) != 0 else { return try primitive(value) }
    return try withOwned(jsc_context_evaluate(jsc_value_get_context(value), members, -1)) {
      try ScriptValueReader(membersFunction: $0).object(value, 0)
    }
  }

  private static func primitive(_ value: OpaquePointer) throws -> AnyHashable? {
    if jsc_value_is_undefined(value) != 0 { return nil }
    if jsc_value_is_null(value) != 0 { return NSNull() }
    if jsc_value_is_boolean(value) != 0 { return NSNumber(value: jsc_value_to_boolean(value) != 0) }
    if jsc_value_is_number(value) != 0 { return number(jsc_value_to_double(value)) }
    if jsc_value_is_string(value) != 0 { return string(value) }
    throw WKError(.javaScriptResultTypeIsUnsupported)
  }

  /// Reads a value in an object or array with `depth` containers.
  private func read(_ value: OpaquePointer, _ depth: Int) throws -> AnyHashable? {
    jsc_value_is_object(value) != 0 ? try object(value, depth) : try Self.primitive(value)
  }

  private func object(_ value: OpaquePointer, _ depth: Int) throws -> AnyHashable {
    guard depth <= WireReader.maximumDepth, jsc_value_is_function(value) == 0 else {
      throw WKError(.javaScriptResultTypeIsUnsupported)
    }
    if jsc_value_is_array(value) != 0 { return try array(value, depth + 1) }
    if jsc_value_object_is_instance_of(value, "Date") != 0 {
      return withOwned(jsc_value_object_invoke_methodv(value, "getTime", 0, nil)) {
        ScriptDate.read(jsc_value_to_double($0))
      }
    }
    return try dictionary(value, depth + 1)
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

  private func array(_ value: OpaquePointer, _ depth: Int) throws -> [AnyHashable] {
    try (0..<Self.length(value)).map { try element($0, of: value, depth) ?? AnyHashable(NSNull()) }
  }

  private func dictionary(_ value: OpaquePointer, _ depth: Int) throws -> [String: AnyHashable] {
    var parameter: OpaquePointer? = value
    return try withOwned(jsc_value_function_callv(membersFunction, 1, &parameter)) { list in
      var dictionary: [String: AnyHashable] = [:]
      for index in stride(from: 0, to: Self.length(list), by: 2) {
        let name = withOwned(jsc_value_object_get_property_at_index(list, index)) { Self.string($0) }
        dictionary[name] = try element(index + 1, of: list, depth)
      }
      return dictionary
    }
  }

  private func element(_ index: guint, of list: OpaquePointer, _ depth: Int) throws -> AnyHashable? {
    try withOwned(jsc_value_object_get_property_at_index(list, index)) { try read($0, depth) }
  }

  private static func length(_ list: OpaquePointer) -> guint {
    withOwned(jsc_value_object_get_property(list, "length")) { guint(jsc_value_to_double($0)) }
  }
}
