import Foundation
import WebKit

/// The help of this program, in which pages alternately talk with the app and are quiet. The program checks that its
/// process survives and answers, and that its memory does not grow.
let usage = """
  Usage: web-view-soak [--seconds N] [--pages N] [--seed N]

  Opens pages that talk with the app over the bridge, are quiet for 1 to 60 seconds, and talk again: first all at the
  same time, so that the whole process is quiet, and then each at its own times. Compares every answer with its request.
  At the end, compares the memory of this process and of WebKit's processes with their memory after a quarter of the
  time.

    --seconds N  how long, at least 60 (default 1200)
    --pages N    how many pages (default 8)
    --seed N     the seed of an earlier run, which that run printed

  Exit codes: 0 if no problem was found, 1 if an answer was wrong or late or the memory grew, 2 if the arguments are
  wrong, 139 or similar if the process crashed.
  """

/// Writes a line without a buffer. With `print`, a pipe would get the line only at the end of the program.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Reads the options, which are pairs of a name and a number.
func readOptions(_ arguments: [String]) -> [String: UInt64]? {
  var options: [String: UInt64] = ["--seconds": 1200, "--pages": 8, "--seed": .random(in: 0...UInt64.max)]
  var rest = arguments[...]
  while let name = rest.popFirst() {
    guard options[name] != nil, let value = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
    options[name] = value
  }
  return options
}

guard let options = readOptions(Array(CommandLine.arguments.dropFirst())), let seconds = options["--seconds"],
  let pages = options["--pages"], let seed = options["--seed"], seconds >= 60, pages > 0
else {
  print(usage)
  exit(CommandLine.arguments.dropFirst() == ["--help"] ? 0 : 2)
}

report("seed \(seed)")
do {
  try GLibMainLoop.start()
} catch {
  report("\(error)")
  exit(1)
}
Task { @MainActor in
  let soak = Soak(pages: Int(pages), duration: .seconds(Int(seconds)), seed: seed)
  exit(await soak.run() ? 0 : 1)
}
GLibMainLoop.run()
