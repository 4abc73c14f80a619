/// The names in the JSON format of contracts, which `Types/contract.schema.json` describes.
enum ContractKey {
  /// The version of the format.
  static let version = "causeway"
  static let currentVersion = 1

  static let name = "name"
  static let members = "members"
  static let caller = "caller"
  static let form = "form"
  static let parameters = "parameters"
  static let elements = "elements"
  static let result = "result"
  static let progress = "progress"
  static let takesBytes = "takesBytes"
  static let errors = "errors"
  static let documentation = "documentation"
  static let deprecated = "deprecated"
  static let code = "code"
  static let details = "details"

  /// The text that stands for a content of bytes.
  static let bytes = "bytes"

  // Keywords of JSON Schema.
  static let definitions = "$defs"
  static let reference = "$ref"
  static let type = "type"
  static let minimum = "minimum"
  static let maximum = "maximum"
  static let items = "items"
  static let properties = "properties"
  static let additionalProperties = "additionalProperties"
  static let required = "required"
  static let constants = "enum"
  static let anyOf = "anyOf"
  static let oneOf = "oneOf"
  /// The beginning of a reference to a named type.
  static let definitionsPath = "#/$defs/"
}
