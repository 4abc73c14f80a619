import Foundation

// refused: static property 'shared' is not concurrency-safe
enum Names {
  static var shared = "x"
}

// refused: is unavailable from asynchronous contexts
func wait(_ lock: NSLock) async {
  lock.lock()
}

// refused: sending 'counter' risks causing data races
/// The compiler reports this error only after it has type-checked the whole function.
final class Counter { var count = 0 }

func countTwice() async {
  let counter = Counter()
  async let once: Void = { counter.count += 1 }()
  counter.count += 1
  await once
}
