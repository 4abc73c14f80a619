/// The exit code of a command.
package enum ExitCode: Int32 {
  /// The command succeeded.
  case success = 0
  /// The script failed, the page failed to load, or a check failed.
  case failure = 1
  /// The command line is invalid.
  case usage = 2
  /// The command did not finish before its timeout.
  case timeout = 3
}
