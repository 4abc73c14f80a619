import Causeway
import CausewayJSON

/// The error that a page gets because the mock's function has thrown an error with a code.
struct MockError: PageFacingError {
  let code: String
  let pageMessage: String
  let pageDetails: JSONValue?
}

/// The error that a page gets because the mock cannot answer. Unlike an app, it tells the page what is wrong, because a
/// developer reads the text.
struct MockFailure: PageFacingError, CustomStringConvertible {
  /// The code that an app sends when a handler throws an error that is not for pages.
  let code = "FAILED"
  let description: String

  init(_ description: String) {
    self.description = description
  }

  var pageMessage: String { description }
}
