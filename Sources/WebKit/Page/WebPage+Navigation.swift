extension WebPage {
  /// A step of a navigation of the main frame.
  public enum NavigationEvent: Hashable, Sendable {
    /// The navigation was allowed and starts.
    case startedProvisionalNavigation
    /// The server answered with a redirect.
    case receivedServerRedirect
    /// The new page is there; what it holds is still to come.
    case committed
    /// The page is loaded.
    case finished
  }

  /// Why a navigation failed.
  public enum NavigationError: Error {
    /// The new page could not be loaded, for the reason of the underlying error, such as one of `NSURLErrorDomain`.
    case failedProvisionalNavigation(any Error)
    /// The page was released before the navigation was over.
    case pageClosed
    /// The process that shows the page ended.
    case webContentProcessTerminated
    /// There is no URL to go to.
    case invalidURL
  }

  /// The events of all navigations from now on, in a sequence of its own for each call: those that the app starts, and
  /// those that the page or its user start.
  ///
  /// It ends when the page is released, when the task that iterates is cancelled, and by throwing when a navigation fails:
  /// ``NavigationError``, or the underlying error for a page that broke off after `.committed`. The next call gives another.
  public var navigations: some AsyncSequence<NavigationEvent, any Error> { navigationSequences.all() }
}
