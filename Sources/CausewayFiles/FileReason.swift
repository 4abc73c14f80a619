import Foundation

extension Error {
  /// Why a file cannot be read or written, for a sentence that names it. Foundation's own text on Linux begins with a
  /// sentence that says nothing.
  package var reasonOfFile: String {
    let error = self as NSError
    if error.domain == NSCocoaErrorDomain,
      [CocoaError.fileReadNoSuchFile.rawValue, CocoaError.fileNoSuchFile.rawValue].contains(error.code)
    {
      return "there is no such file"
    }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(cause.code)))
    }
    return error.localizedDescription
  }
}
