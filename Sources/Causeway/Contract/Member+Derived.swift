import CausewayContract

extension Contract.Member {
  /// Returns the member for a capability that receives and returns JSON values of any type.
  static func untyped(_ name: String, _ table: inout SchemaTable?) -> Self {
    Self(
      name, caller: .page, form: .call, parameters: .value(.any), result: .value(.any), takesBytes: true)
  }

  /// Returns the member for a capability with typed parameters. The page may pass bytes to every call.
  /// - Parameter table: derives the schemas; nil to use `Schema.any` for every value.
  static func derived(
    _ name: String, _ form: Contract.Form, _ parameters: Any.Type, elements: Any.Type = Nothing.self,
    result: Any.Type = Nothing.self, in table: inout SchemaTable?
  ) -> Self {
    Self(
      name, caller: .page, form: form, parameters: content(of: parameters, in: &table),
      elements: content(of: elements, in: &table), result: content(of: result, in: &table), takesBytes: form == .call)
  }

  private static func content(of type: Any.Type, in table: inout SchemaTable?) -> Contract.Content {
    if type == Bytes.self { return .bytes }
    if type == Nothing.self { return .nothing }
    guard table != nil, let type = type as? any Decodable.Type else { return .value(.any) }
    return table!.content(of: type)
  }
}
