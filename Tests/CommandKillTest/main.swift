#if os(Linux)
import Foundation

/// The help text of a program that ends commands with signals at random moments, and checks that they leave nothing.
let usage = """
  Usage: command-kill-test [--rounds N] [--seed N] [--jobs N]

  Starts five commands: causeway open, open --store, store serve, merchant serve, and merchant serve with a client that
  does not read its answer. Ends each with SIGTERM, SIGINT, SIGHUP or SIGKILL at a random moment, and checks:

  - The signal ends the command. A server that listens exits with 0 instead, except after SIGKILL.
  - No process, temporary folder or display is left, and no socket of a display. After SIGKILL, the next start of a
    command must remove the files in the temporary folder.

    --rounds N  the number of times that each signal ends each command (default 100)
    --seed N    the seed of the random moments; each run prints its seed
    --jobs N    the number of commands that run at once (default 2)
  """

var arguments = Array(CommandLine.arguments.dropFirst())

/// Returns the number of an option; `standard` if the option is missing.
@MainActor func number<Number: LosslessStringConvertible>(_ name: String, or standard: Number) -> Number {
  guard let index = arguments.firstIndex(of: name) else { return standard }
  guard index + 1 < arguments.count, let number = Number(arguments[index + 1]) else {
    print("\(name) needs a number\n\n\(usage)")
    exit(2)
  }
  arguments.removeSubrange(index...index + 1)
  return number
}

let rounds = number("--rounds", or: 100)
let seed = number("--seed", or: UInt64.random(in: 0...UInt64.max))
let jobs = number("--jobs", or: 2)
guard arguments.isEmpty, rounds > 0, jobs > 0 else {
  print(usage)
  exit(arguments == ["--help"] ? 0 : 2)
}
print("seed \(seed)")
let problems = try await CommandKillTest(rounds: rounds, seed: seed, jobs: jobs).run()
for problem in problems.prefix(20) { print("error: \(problem)") }
if problems.count > 20 { print("error: and \(problems.count - 20) more") }
exit(problems.isEmpty ? 0 : 1)
#else
print("command-kill-test reads /proc, so it runs only on Linux.")
#endif
