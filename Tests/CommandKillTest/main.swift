#if os(Linux)
import Foundation

/// The help of a program that ends commands by signals at random moments, and checks what they leave.
let usage = """
  Usage: command-kill-test [--rounds N] [--seed N] [--jobs N]

  Starts causeway open, open --store, store serve and merchant serve, the last one also with a client that does not read
  its answer; ends each by SIGTERM, SIGINT, SIGHUP or SIGKILL at a random moment; and checks:

  - The program that started a command sees by what it ended. A server that listens ends with 0, unless it was killed.
  - No process, no temporary folder, no display and no display's lock or socket is left. What SIGKILL leaves in the
    temporary folder, the next start has to remove.

    --rounds N  how often each of the five is ended by each of the four signals (default 100)
    --seed N    the numbers of an earlier run, which prints its own
    --jobs N    how many run at once (default 2)
  """

var arguments = Array(CommandLine.arguments.dropFirst())

/// Returns the value of an option with a number.
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
print("The processes of a command are looked up in /proc, which Linux has.")
#endif
