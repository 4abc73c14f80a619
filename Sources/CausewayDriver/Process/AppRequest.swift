/// A request of the driver to the process of a page.
package enum AppRequest: String, Sendable {
  /// Announces input. No dialog of the page is open.
  case beginInput
  /// Waits until the page has processed the input that was sent. Has the number of events of `keys` and of the `pointer`.
  case settle
  case messages
  case profile
  case prompts
  case awaitPrompt
  case event
  case orders
  case refund
  case clock
  case failures
}
