/// A request of the driver to the process of a page.
package enum AppRequest: String, Sendable {
  /// Announces input. No dialog of the page is open.
  case beginInput
  /// Waits until the page has processed the input that was sent. The parameters are `reports`, the number of events
  /// that the page reports, and `frames`, the number of the pointer's other events.
  case settle
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
