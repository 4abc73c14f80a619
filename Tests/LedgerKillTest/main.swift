import Foundation

/// The help text of a program that kills processes while they record purchases, and checks that nothing was granted
/// twice or lost.
let usage = """
  Usage: ledger-kill-test [--database sqlite|postgresql] [--rounds N] [--seed N]

  Starts backend processes that record purchases in a ledger and print each decision, and kills one of them with
  SIGKILL at a random moment. Repeats this N times for each database: with one process at a time for SQLite, and with
  three at once for PostgreSQL, whose server the program starts itself. Then reads the ledger and checks that no order
  was granted twice, that no printed decision is missing, and that each customer has the coins of the stored statements.

    --database NAME  test only this database (default: both)
    --rounds N       the number of kills for each database (default 100)
    --seed N         the seed of the random numbers; each run prints its seed
  """

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--backend", arguments.count == 4, let seed = UInt64(arguments[3]) {
  try await Backend(try KillPlace(arguments[1]), first: Int(arguments[2]) ?? 0, seed: seed).run()
}

/// Removes an option and its value from the arguments, and returns the value; `standard` if the option is missing.
@MainActor func value<Value>(_ name: String, or standard: Value, _ read: (String) -> Value?) -> Value {
  guard let place = arguments.firstIndex(of: name) else { return standard }
  guard place + 1 < arguments.count, let value = read(arguments[place + 1]) else {
    print("\(name): the value is missing or invalid\n\n\(usage)")
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
