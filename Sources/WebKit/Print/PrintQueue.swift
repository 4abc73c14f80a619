/// Lets the prints of a web view go one after the other: WebKitGTK mixes up two at a time, and gives one the paper of the
/// other.
@MainActor
final class PrintQueue {
  private var isPrinting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until no other print is at work. The caller calls ``leave()`` once.
  func enter() async {
    guard isPrinting else {
      isPrinting = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets the next print begin.
  func leave() {
    if waiting.isEmpty { isPrinting = false } else { waiting.removeFirst().resume() }
  }
}
