/// The page that a browser gets if the requested page is missing or fails.
struct FailurePage {
  var problem: SandboxProblem
  /// The target of the page's link.
  var wayBack: Page.Place

  var title: String {
    switch problem.code {
    case .notFound, .unknownOrder, .unknownReport: "Not found"
    case .methodNotAllowed: "Not a page"
    case .unavailable, .internalError: "Not available"
    default: "Request refused"
    }
  }

  var lead: Markup { "\(problem.title)." }

  var content: Markup { "<p class=\"back\"><a href=\"\(wayBack.rawValue)\">Back to: \(wayBack.title)</a></p>" }
}
