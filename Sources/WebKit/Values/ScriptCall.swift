import CWebKitGTK

/// A function's body and arguments as WebKitGTK takes them.
///
/// It takes strings, numbers and dictionaries of these. Where an argument is anything else, all cross as JSON, and a
/// prologue in front of the body makes values of them (hence a `"use strict"` of the body's own has no effect then).
@MainActor
struct ScriptCall {
  /// The body, with a prologue if there has to be one.
  let body: String
  /// A `GVariant` of type `a{sv}`. The caller frees it with ``release()``, because WebKitGTK does not take over a
  /// floating one.
  let arguments: OpaquePointer?

  /// - Throws: ``UnsupportedValue`` for an argument that JavaScript has no counterpart for.
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

  /// Lets go of the arguments.
  func release() { g_variant_unref(arguments) }

  private enum Plain {
    case number(Double)
    case string(String)
  }

  private static func plain(_ value: Any) throws -> Plain? {
    switch try ScriptPrimitive(value) {
    case .number(let number): .number(number)
    // GVariant's strings end at NUL.
    case .string(let text) where !text.utf8.contains(0): .string(text)
    default: nil
    }
  }

  private static func variant(_ text: String) -> OpaquePointer? {
    g_variant_new_take_string(strdup(text))
  }

  /// A block on one line, so that the lines of the body keep their numbers.
  private static let prologue =
    "{ \(oneLine(PackageResources.argument_reader_js)) \(oneLine(PackageResources.argument_prologue_js)) } "

  /// A script without its comments, which these files have on lines of their own.
  private static func oneLine(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self).split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.hasPrefix("/") && !$0.hasPrefix("*") }.joined(separator: " ")
  }
}
