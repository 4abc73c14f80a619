extension WebPage {
  /// A step of a navigation of the main frame.
  public enum NavigationEvent: Hashable, Sendable {
    /// The navigation was allowed and starts.
    case startedProvisionalNavigation
    /// The server answered with a redirect.
    case receivedServerRedirect
    /// The new page is committed. The page's content is still to come.
    case committed
    /// The page is loaded.
    case finished
  }

  /// The reason why a navigation failed.
  public enum NavigationError: Error {
    /// The new page could not be loaded, because of the underlying error, such as one of `NSURLErrorDomain`.
    case failedProvisionalNavigation(any Error)
    /// The page was released before the navigation ended.
    case pageClosed
    /// The process that shows the page ended.
    case webContentProcessTerminated
    /// The navigation has no URL.
    case invalidURL
  }

  /// A new sequence of the events of all navigations from now on: navigations of the app, of the page and of the user.
  ///
  /// The sequence ends when the page is released and when the task that iterates is cancelled. It throws when a
  /// navigation fails: ``NavigationError``, or the underlying error if loading fails after `.committed`. Each access
  /// returns another sequence.
  public var navigations: some AsyncSequence<NavigationEvent, any Error> { navigationSequences.all() }
}
