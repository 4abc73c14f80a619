import CWebKitGTK

/// A function's body and arguments in the form that WebKitGTK accepts.
///
/// WebKitGTK accepts strings, numbers and dictionaries of these. If any argument has another type, all arguments are
/// passed as JSON, and a prologue before the body converts them to values. A `"use strict"` in the body then has no
/// effect.
@MainActor
struct ScriptCall {
  /// The body, with a prologue if one is needed.
  let body: String
  /// A `GVariant` of type `a{sv}`. The caller must free it with ``release()``, because WebKitGTK does not take
  /// ownership of a floating variant.
  let arguments: OpaquePointer?

  /// Converts the arguments. The caller must call ``release()`` once afterward.
  ///
  /// - Throws: ``UnsupportedValue`` for an argument that JavaScript cannot represent.
  init(body: String, arguments: [String: Any]) throws {
    let plain = try arguments.mapValues { try Self.plain($0) }
    let isPlain = !plain.values.contains { $0 == nil }
    var dictionary = GVariantDict()
    g_variant_dict_init(&dictionary, nil)
    for (name, value) in arguments {
      switch plain[name] ?? nil {
      case .number(let number) where isPlain:
        g_variant_dict_insert_value(&dictionary, name, g_variant_new_double(number))
      case .string(let text) where isPlain: g_variant_dict_insert_value(&dictionary, name, Self.variant(text))
      default:
        let json: String
        do {
          json = try ScriptLiteral.write(value)
        } catch {
          g_variant_dict_clear(&dictionary)
          throw error
        }
        g_variant_dict_insert_value(&dictionary, name, Self.variant(json))
      }
    }
    self.body = isPlain ? body : Self.prologue + body
    self.arguments = g_variant_ref_sink(g_variant_dict_end(&dictionary))
  }

  func release() { g_variant_unref(arguments) }

  private enum Plain {
    case number(Double)
    case string(String)
  }

  private static func plain(_ value: Any) throws -> Plain? {
    switch try ScriptPrimitive(value) {
    case .number(let number): .number(number)
    // A GVariant string ends at the first NUL, so a string with NUL is passed as JSON.
    case .string(let text) where !text.utf8.contains(0): .string(text)
    default: nil
    }
  }

  private static func variant(_ text: String) -> OpaquePointer? {
    g_variant_new_take_string(strdup(text))
  }

  /// The prologue is a block on one line, so that the lines of the body keep their numbers.
  private static let prologue =
    "{ \(oneLine(PackageResources.argument_reader_js)) \(oneLine(PackageResources.argument_prologue_js)) } "

  /// Returns a script on one line, without comments. In these files each comment is on separate lines.
  private static func oneLine(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self).split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.hasPrefix("/") && !$0.hasPrefix("*") }.joined(separator: " ")
  }
}
