import Foundation

extension HTTPRequest {
  /// The media type of the body by `Content-Type`, in lower case and without parameters; nil without that field.
  package var mediaType: String? {
    guard let type = self[field: "Content-Type"]?.prefix(while: { $0 != ";" }) else { return nil }
    return type.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The fields of a form in the body (`application/x-www-form-urlencoded`); nil if the body is not a form.
  package var form: [(name: String, value: String)]? {
    guard mediaType == "application/x-www-form-urlencoded", let text = String(validating: body, as: UTF8.self) else {
      return nil
    }
    return PercentCoding.fields(text)
  }
}
