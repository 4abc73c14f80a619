import Foundation

/// The help text of this program, which kills a process that buys, again and again, and checks that nothing was lost or
/// duplicated.
let usage = """
  Usage: onside-kill-test [--rounds N] [--seed N]

  Starts a process that buys, restores, finishes, and changes storefronts without end, and kills it with SIGKILL at a
  random moment, N times (default 1000). Then starts the process once more and checks that no paid order is missing or
  charged twice, that every unfinished terminal transaction was delivered at each launch, and that no finished
  transaction was delivered again.

    --rounds N  how often the process is killed
    --seed N    the seed of an earlier run, which that run printed
  """

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--shopper", arguments.count == 3, let seed = UInt64(arguments[2]) {
  try await Shopper(folder: URL(fileURLWithPath: arguments[1], isDirectory: true), seed: seed).shop()
}

/// Removes an option with a number from the arguments and returns the number; `standard` if there is no such option.
@MainActor func number<Number: LosslessStringConvertible>(_ name: String, or standard: Number) -> Number {
  guard let place = arguments.firstIndex(of: name) else { return standard }
  guard place + 1 < arguments.count, let number = Number(arguments[place + 1]) else {
    print("\(name) needs a number\n\n\(usage)")
    exit(2)
  }
  arguments.removeSubrange(place...place + 1)
  return number
}

let rounds = number("--rounds", or: 1000)
let seed = number("--seed", or: UInt64.random(in: 0...UInt64.max))
guard arguments.isEmpty, rounds > 0 else {
  print(usage)
  exit(arguments == ["--help"] ? 0 : 2)
}
print("seed \(seed)")
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-kill-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let isSound = try await KillTest(folder: folder, rounds: rounds, seed: seed).run()
if isSound {
  try FileManager.default.removeItem(at: folder)
} else {
  print("The files of the run are in \(folder.path)")
}
exit(isSound ? 0 : 1)
