/// A queue that runs the print jobs of a web view one at a time, because WebKitGTK mixes up jobs that run at the same
/// time: one job can get the paper settings of another.
@MainActor
final class PrintQueue {
  private var isPrinting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until no other print job is running. The caller must call ``leave()`` once afterward.
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
