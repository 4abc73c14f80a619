import CWebKitGTK

/// Makes JavaScript values of Swift values, in this process; the engine carries them to the page.
///
/// Takes `String`, numbers, `Bool`, `Date`, `NSNull`, arrays and dictionaries with `String` keys of these, the
/// Foundation classes of the same names, and optionals: nil is `undefined` alone, and `null` inside of an array or a
/// dictionary.
@MainActor
struct ScriptValueMaker {
  private let context: OpaquePointer

  /// - Parameter context: the `JSCContext` that the values belong to.
  init(_ context: OpaquePointer) {
    self.context = context
  }

  /// A JavaScript value, which the caller owns.
  ///
  /// - Throws: ``UnsupportedValue`` for a value of another type.
  func make(_ value: Any?) throws -> OpaquePointer {
    switch try ScriptPrimitive(value) {
    case .undefined: jsc_value_new_undefined(context)
    case .null: jsc_value_new_null(context)
    case .boolean(let flag): jsc_value_new_boolean(context, flag ? 1 : 0)
    case .number(let number): jsc_value_new_number(context, number)
    case .date(let date): make(date)
    case .string(let text): make(text)
    case .array(let elements): try make(elements)
    case .object(let members): try make(members)
    }
  }

  /// The bytes are copied once, into the `GBytes` that the engine reads; they may contain NUL.
  private func make(_ text: String) -> OpaquePointer {
    var text = text
    let bytes = text.withUTF8 { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return jsc_value_new_string_from_bytes(context, bytes)
  }

  private func make(_ date: Date) -> OpaquePointer {
    withOwned(jsc_context_get_value(context, "Date")) { constructor in
      withOwned(jsc_value_new_number(context, (date.timeIntervalSince1970 * 1000).rounded())) { time in
        var arguments: [OpaquePointer?] = [time]
        return jsc_value_constructor_callv(constructor, 1, &arguments)
      }
    }
  }

  private func make(_ elements: [Any]) throws -> OpaquePointer {
    let list = g_ptr_array_new_with_free_func { g_object_unref($0) }
    defer { g_ptr_array_unref(list) }
    for element in elements { g_ptr_array_add(list, gpointer(try makeMember(element))) }
    return jsc_value_new_array_from_garray(context, list)
  }

  private func make(_ members: [String: Any]) throws -> OpaquePointer {
    let object: OpaquePointer = jsc_value_new_object(context, nil, nil)
    do {
      for (name, member) in members {
        withOwned(try makeMember(member)) { jsc_value_object_set_property(object, name, $0) }
      }
    } catch {
      g_object_unref(gpointer(object))
      throw error
    }
    return object
  }

  private func makeMember(_ value: Any) throws -> OpaquePointer {
    if case .undefined = try ScriptPrimitive(value) { return jsc_value_new_null(context) }
    return try make(value)
  }
}
