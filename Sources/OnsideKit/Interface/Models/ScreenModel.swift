/// The model of a screen, for every platform. It uses no user interface framework.
///
/// A renderer draws ``state``, and draws it again after each call to ``onChange``. The renderer calls the model's
/// methods for the user's actions.
@MainActor package class ScreenModel<State: Hashable> {
  /// The state that the screen shows.
  package private(set) var state: State
  /// Called when the state has changed.
  package var onChange: @MainActor () -> Void = {}

  package init(_ state: State) {
    self.state = state
  }

  /// Changes the state, and then calls ``onChange`` once, unless the state is the same as before.
  package final func update(_ body: (inout State) -> Void) {
    var new = state
    body(&new)
    guard new != state else { return }
    state = new
    onChange()
  }
}

/// A text about an operation, or about its outcome.
package enum ScreenNotice: Hashable {
  /// The operation is in progress.
  case progress(String)
  case warning(String)
  case error(String)
  case success(String)
}

/// A request for the focus in one part of a screen. A renderer moves the focus when this value changes.
package struct FocusRequest<Part: Hashable & Sendable>: Hashable, Sendable {
  package private(set) var part: Part
  /// The number of requests so far, which makes two requests for the same part unequal. Otherwise the renderer would
  /// not move the focus back to a part that the user has left.
  private var number = 0

  package init(_ part: Part) {
    self.part = part
  }

  package mutating func move(to part: Part) {
    self.part = part
    number += 1
  }
}

/// The constant texts of all screens.
package enum ScreenText {
  /// The text above the requesting origin.
  package static let requestingOrigin = "Requested by"
}
