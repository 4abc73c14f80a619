import Foundation

extension HTTPRequest {
  /// The media type in the field `Content-Type`, in lower case and without parameters; nil if the field is missing.
  package var mediaType: String? {
    guard let type = self[field: "Content-Type"]?.prefix(while: { $0 != ";" }) else { return nil }
    return type.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The fields of a form in the body (`application/x-www-form-urlencoded`); nil if the body is not a form.
  package var form: [(name: String, value: String)]? {
    guard mediaType == "application/x-www-form-urlencoded", let text = String(utf8: body) else {
      return nil
    }
    return PercentCoding.fields(text)
  }
}
