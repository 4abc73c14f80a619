import Causeway

struct NotSignedIn: PageError {
  var pageMessage: String { "Sign in first." }
}

struct CardDeclined: PageError {
  struct Details: Codable, Sendable { var attemptsLeft: Int }

  var details: Details
  var pageMessage: String { "The card was declined." }
}
