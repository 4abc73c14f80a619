import Foundation

extension HTTPRequest {
  /// What kind of body it is said to be, in small letters and without parameters; nil if nothing is said.
  package var mediaType: String? {
    guard let type = self[field: "Content-Type"]?.prefix(while: { $0 != ";" }) else { return nil }
    return type.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The fields of a form in the body; nil if it is none (`application/x-www-form-urlencoded`).
  package var form: [(name: String, value: String)]? {
    guard mediaType == "application/x-www-form-urlencoded", let text = String(validating: body, as: UTF8.self) else {
      return nil
    }
    return PercentCoding.fields(text)
  }
}
