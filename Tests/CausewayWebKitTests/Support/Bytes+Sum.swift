import Causeway

extension Bytes {
  /// The sum of the bytes. It is not computed in a closure of a test, because a debug build would check the isolation of
  /// that closure for every byte.
  var sum: Int { withUnsafeBytes { $0.reduce(0) { $0 + Int($1) } } }
}
