import CWebKitGTK

/// What made a page navigate.
public enum WKNavigationType: Int, Sendable {
  /// A link.
  case linkActivated = 0
  /// A form.
  case formSubmitted = 1
  /// An item of the history.
  case backForward = 2
  /// A reload.
  case reload = 3
  /// A form that was submitted before.
  case formResubmitted = 4
  /// Something else: the app, or a script.
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
