import CWebKitGTK

/// Arguments of `callAsyncJavaScript`, as WebKitGTK takes them.
enum ScriptArguments {
  /// A dictionary of type `a{sv}`. Throws for a value that JavaScript has no counterpart for.
  static func dictionary(_ arguments: [String: Any]) throws -> OpaquePointer {
    let builder = g_variant_builder_new(dictionaryType)
    defer { g_variant_builder_unref(builder) }
    for (name, value) in arguments {
      g_variant_builder_add_value(
        builder, g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(try variant(value))))
    }
    return g_variant_builder_end(builder)
  }

  private static var dictionaryType: OpaquePointer? { g_variant_type_checked_("a{sv}") }
  private static var arrayType: OpaquePointer? { g_variant_type_checked_("av") }

  private static func variant(_ value: Any) throws -> OpaquePointer {
    switch value {
    case let text as String: return g_variant_new_string(text)
    case let number as NSNumber where !(value is Bool): return g_variant_new_double(number.doubleValue)
    case let flag as Bool: return g_variant_new_boolean(flag ? 1 : 0)
    case let number as any BinaryInteger: return g_variant_new_double(Double(number))
    case let number as Double: return g_variant_new_double(number)
    case let array as [Any]:
      let builder = g_variant_builder_new(arrayType)
      defer { g_variant_builder_unref(builder) }
      for element in array { g_variant_builder_add_value(builder, g_variant_new_variant(try variant(element))) }
      return g_variant_builder_end(builder)
    case let object as [String: Any]: return try dictionary(object)
    default: throw WKError(.unknown, exceptionMessage: "An argument of type \(type(of: value)) has no form in JavaScript.")
    }
  }
}
