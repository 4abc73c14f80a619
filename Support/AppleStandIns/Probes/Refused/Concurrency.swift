import Foundation

// refused: static property 'shared' is not concurrency-safe
enum Names {
  static var shared = "x"
}

// refused: is unavailable from asynchronous contexts
func wait(_ lock: NSLock) async {
  lock.lock()
}
