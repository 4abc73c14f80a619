/// The order of a page's title and of the end of its load.
///
/// WebKitGTK reports the title of a short page after the end of the load. In Apple's WebKit, the title is known when
/// the delegate is notified of the end. Therefore the notification waits for the title of a page that has one.
@MainActor
final class TitleArrival {
  /// The maximum time for which a notification waits, in case the page is busy.
  private static let timeout: Duration = .milliseconds(250)

  /// Whether the engine has reported a title since the page was committed.
  private var isKnown = false
  private var waiting: (@MainActor () -> Void)?

  /// Records that the engine has committed a page, whose title is unknown.
  func didCommit() {
    finish()
    isKnown = false
  }

  /// Records that the engine has reported a title.
  func titleDidChange() {
    isKnown = true
    finish()
  }

  /// Notifies the delegate of the end of the load, as soon as the title is known.
  ///
  /// - Parameters:
  ///   - hasTitle: asks the page whether it has a title, and passes the answer to its argument.
  ///   - notify: notifies the delegate. Called once.
  func didFinish(
    hasTitle: (@escaping @MainActor (Bool) -> Void) -> Void, notify: @escaping @MainActor () -> Void
  ) {
    finish()
    guard !isKnown else { return notify() }
    var isOver = false
    let end: @MainActor () -> Void = {
      guard !isOver else { return }
      isOver = true
      notify()
    }
    waiting = end
    hasTitle { if !$0 { end() } }
    Task {
      try? await Task.sleep(for: Self.timeout)  // Ignore errors, because nothing cancels this task.
      end()
    }
  }

  /// Notifies the delegate now, because something else follows of which it must be notified later.
  func finish() {
    let notify = waiting
    waiting = nil
    notify?()
  }
}
