/// The page that a browser gets if the requested page is missing or fails.
struct FailurePage {
  var problem: SandboxProblem
  /// The target of the page's link.
  var returnSection: Page.Section

  var title: String {
    switch problem.code {
    case .notFound, .unknownOrder, .unknownReport: "Not found"
    case .methodNotAllowed: "Not a page"
    case .unavailable, .internalError: "Not available"
    default: "Request refused"
    }
  }

  var lead: Markup { "\(problem.title)." }

  var content: Markup {
    "<p class=\"back\"><a href=\"\(returnSection.rawValue)\">Back to: \(returnSection.title)</a></p>"
  }
}
