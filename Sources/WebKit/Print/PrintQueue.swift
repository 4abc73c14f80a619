/// A queue that lets the prints of a web view run one at a time. WebKitGTK mixes up prints that run at the same time:
/// one of them can get the other's paper.
@MainActor
final class PrintQueue {
  private var isPrinting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until no other print is running. The caller must call ``leave()`` once afterward.
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
