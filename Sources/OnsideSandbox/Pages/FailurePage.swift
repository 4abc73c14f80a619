/// What a browser is shown instead of a page that there is not.
struct FailurePage {
  var problem: SandboxProblem
  /// Where to go on.
  var wayBack: Page.Place

  var title: String {
    switch problem.code {
    case .notFound, .unknownOrder, .unknownReport: "Not found"
    case .methodNotAllowed: "Nothing to see here"
    case .unavailable, .internalError: "Out of order"
    default: "That did not work"
    }
  }

  var lead: Markup { "\(problem.title)." }

  var content: Markup { "<p class=\"back\"><a href=\"\(wayBack.rawValue)\">Back to: \(wayBack.title)</a></p>" }
}
