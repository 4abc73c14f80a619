import Foundation

/// Kills processes that record purchases, again and again, and checks that nothing was granted twice or lost.
let usage = """
  Usage: ledger-kill-test [--database sqlite|postgresql] [--rounds N] [--seed N]

  Starts processes that record purchases in a ledger without end and tell each decision when they have it, kills one with
  SIGKILL at a random moment, and does so N times (default 100) for each database: one process at a time over SQLite,
  three at once over PostgreSQL, which it starts itself. Then reads the ledger and checks: no order was granted twice,
  nothing that a process told is missing, and everybody has what the stored statements say.

    --database NAME  only this one
    --rounds N       how often a process is killed
    --seed N         the numbers of an earlier run, which prints its own
  """

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--backend", arguments.count == 4, let seed = UInt64(arguments[3]) {
  try await Backend(try KillPlace(arguments[1]), first: Int(arguments[2]) ?? 0, seed: seed).run()
}

/// Removes an option with a value from the arguments and returns the value; `standard` if there is no such option.
@MainActor func value<Value>(_ name: String, or standard: Value, _ read: (String) -> Value?) -> Value {
  guard let place = arguments.firstIndex(of: name) else { return standard }
  guard place + 1 < arguments.count, let value = read(arguments[place + 1]) else {
    print("\(name) needs another value\n\n\(usage)")
    exit(2)
  }
  arguments.removeSubrange(place...place + 1)
  return value
}

let rounds = value("--rounds", or: 100) { Int($0) }
let seed = value("--seed", or: UInt64.random(in: 0...UInt64.max)) { UInt64($0) }
let databases = value("--database", or: KillTest.Database.allCases) { name in
  KillTest.Database(rawValue: name).map { [$0] }
}
guard arguments.isEmpty, rounds > 0 else {
  print(usage)
  exit(arguments == ["--help"] ? 0 : 2)
}
print("seed \(seed)")
var isSound = true
for database in databases {
  isSound = try await KillTest(database: database, rounds: rounds, seed: seed).run() && isSound
}
exit(isSound ? 0 : 1)
