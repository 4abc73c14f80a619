/// A request of the driver to the process of a page.
package enum AppRequest: String, Sendable {
  /// Announces input. No dialog of the page is open.
  case beginInput
  /// Waits until the page has processed the input that was sent. The parameters are `reports`, the number of events
  /// that the page reports, and `frames`, the number of the pointer's other events. The result has `wasPressed`,
  /// whether the page got a press of a button, and `hasDialog`.
  case settle
  /// Waits until no page is being loaded, or a dialog opens. The parameter `timeout` is in milliseconds. The result has
  /// `isLoaded`, which is false after the timeout, `isReplaced`, whether the input has led to another page, and
  /// `hasDialog`.
  case awaitLoad
  /// Announces a navigation.
  case beginNavigation
  /// The reason why the page of the navigation since ``beginNavigation`` was not loaded; null if it was. The parameter
  /// `url` is the URL of the page, if the client has named it.
  case navigationFailure
  /// The id of the engine's session of automation; null if there is none.
  case automationSession
  /// The reason why the session's page was not loaded; null if it was.
  case loadFailure
  case messages
  case console
  case profile
  case prompts
  case awaitPrompt
  case event
  case orders
  case refund
  case clock
  case failures
}
