import CWebKitGTK

/// The kind of event that made a page navigate.
public enum WKNavigationType: Int, Sendable {
  /// A link was followed.
  case linkActivated = 0
  /// A form was submitted for the first time.
  case formSubmitted = 1
  /// Another item of the history was requested.
  case backForward = 2
  /// The page was reloaded.
  case reload = 3
  /// A form was submitted again.
  case formResubmitted = 4
  /// Any other event, such as a call of the app or a script.
  case other = -1

  init(_ type: WebKitNavigationType) {
    self =
      switch type {
      case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .linkActivated
      case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED: .formSubmitted
      case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .backForward
      case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
      case WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .formResubmitted
      default: .other
      }
  }
}
