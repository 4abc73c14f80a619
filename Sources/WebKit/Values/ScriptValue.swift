import CWebKitGTK

/// Values of JavaScript in this process: to Swift, and from Swift.
@MainActor enum ScriptValue {
  /// Where values for replies are made; it runs no script.
  private static let context = jsc_context_new()
  /// How deep a value may nest before it counts as endless.
  private static let maximumDepth = 1000

  /// A value as Apple's WebKit gives it; nil for `undefined`. What has no counterpart throws.
  static func read(_ value: OpaquePointer, depth: Int = 0) throws -> AnyHashable? {
    guard depth < maximumDepth else { throw WKError(.javaScriptResultTypeIsUnsupported) }
    if jsc_value_is_undefined(value) != 0 { return nil }
    if jsc_value_is_null(value) != 0 { return NSNull() }
    if jsc_value_is_boolean(value) != 0 { return NSNumber(value: jsc_value_to_boolean(value) != 0) }
    if jsc_value_is_number(value) != 0 { return number(jsc_value_to_double(value)) }
    if jsc_value_is_string(value) != 0 { return takeString(jsc_value_to_string(value)) }
    if jsc_value_is_array(value) != 0 {
      let length = try property(value, "length") { jsc_value_to_int32($0) }
      return try (0..<max(0, length)).map { place in
        try element(value, guint(place)) { try read($0, depth: depth + 1) } ?? AnyHashable(NSNull())
      }
    }
    guard jsc_value_is_object(value) != 0, jsc_value_is_function(value) == 0 else {
      throw WKError(.javaScriptResultTypeIsUnsupported)
    }
    if jsc_value_object_is_instance_of(value, "Date") != 0 {
      guard let time = jsc_value_object_invoke_methodv(value, "getTime", 0, nil) else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(time)) }
      return Date(timeIntervalSince1970: jsc_value_to_double(time) / 1000)
    }
    var object: [String: AnyHashable] = [:]
    if let names = jsc_value_object_enumerate_properties(value) {
      defer { g_strfreev(names) }
      var place = 0
      while let name = names[place] {
        object[String(cString: name)] = try property(value, name) { try read($0, depth: depth + 1) }
        place += 1
      }
    }
    return object
  }

  /// A Swift value for a page; nil is `undefined`. Values that JavaScript has no counterpart for give nil.
  static func make(_ value: Any?) -> OpaquePointer? {
    switch value {
    case nil: return jsc_value_new_undefined(context)
    case is NSNull: return jsc_value_new_null(context)
    case let text as String: return jsc_value_new_string(context, text)
    case let flag as Bool: return jsc_value_new_boolean(context, flag ? 1 : 0)
    case let number as NSNumber: return jsc_value_new_number(context, number.doubleValue)
    case let number as Double: return jsc_value_new_number(context, number)
    case let number as any BinaryInteger: return jsc_value_new_number(context, Double(number))
    case let date as Date:
      return jsc_context_evaluate(context, "new Date(\(date.timeIntervalSince1970 * 1000))", -1)
    case let array as [Any]:
      let elements = g_ptr_array_new_with_free_func { g_object_unref($0) }
      defer { g_ptr_array_unref(elements) }
      for element in array {
        guard let element = make(element) else { return nil }
        g_ptr_array_add(elements, UnsafeMutableRawPointer(element))
      }
      return jsc_value_new_array_from_garray(context, elements)
    case let object as [String: Any]:
      let result = jsc_value_new_object(context, nil, nil)
      for (name, member) in object {
        guard let member = make(member) else {
          g_object_unref(UnsafeMutableRawPointer(result))
          return nil
        }
        jsc_value_object_set_property(result, name, member)
        g_object_unref(UnsafeMutableRawPointer(member))
      }
      return result
    case let optional as AnyHashable where !(optional.base is AnyHashable): return make(optional.base)
    default: return nil
    }
  }

  private static func number(_ value: Double) -> NSNumber {
    Int(exactly: value).map { NSNumber(value: $0) } ?? NSNumber(value: value)
  }

  private static func property<Result>(
    _ object: OpaquePointer, _ name: UnsafePointer<CChar>, _ use: (OpaquePointer) throws -> Result
  ) throws -> Result {
    guard let value = jsc_value_object_get_property(object, name) else {
      throw WKError(.javaScriptResultTypeIsUnsupported)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(value)) }
    return try use(value)
  }

  private static func element<Result>(
    _ array: OpaquePointer, _ place: guint, _ use: (OpaquePointer) throws -> Result
  ) throws -> Result {
    guard let value = jsc_value_object_get_property_at_index(array, place) else {
      throw WKError(.javaScriptResultTypeIsUnsupported)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(value)) }
    return try use(value)
  }
}
