import CWebKitGTK

/// A text that C owns and keeps.
func string(_ text: UnsafePointer<CChar>?) -> String? {
  text.map { String(cString: $0) }
}

/// A text that C gives away.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  defer { g_free(text) }
  return text.map { String(cString: $0) }
}

/// Takes a `GError` out of its place, if there is one.
func takeError(_ error: inout UnsafeMutablePointer<GError>?) -> (domain: String, code: Int, message: String)? {
  guard let pointer = error else { return nil }
  defer {
    g_error_free(pointer)
    error = nil
  }
  return (
    string(g_quark_to_string(pointer.pointee.domain)) ?? "", Int(pointer.pointee.code),
    string(pointer.pointee.message) ?? ""
  )
}

/// The pointer in a signal's argument.
func pointer(_ word: UInt) -> OpaquePointer? { OpaquePointer(bitPattern: word) }
