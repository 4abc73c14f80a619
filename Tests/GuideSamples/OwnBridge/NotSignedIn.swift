import Causeway

struct NotSignedIn: PageFacingError {
  var code: String { "NOT_SIGNED_IN" }
  var pageMessage: String { "Sign in first." }
}
