/// What a command ends with.
enum ExitCode: Int32 {
  /// Done.
  case success = 0
  /// The script rejected, the page failed to load, or a check failed.
  case failure = 1
  /// The command was not called as it should be.
  case usage = 2
  /// Time ran out.
  case timeout = 3
}
