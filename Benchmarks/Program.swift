import Foundation

/// The benchmark program, which parses the command line, runs the parts, and returns the exit code.
@MainActor enum Program {
  /// A group of measurements that an argument of `script/bench` can select by its name.
  struct Part: Sendable {
    let name: String
    let run: @MainActor (Size, Report) async throws -> Void
  }

  /// All parts, in the order in which they run.
  nonisolated static let parts = [
    // Memory is measured first. Otherwise the process would free memory of earlier parts during the measurement, which
    // would hide growth.
    Part(name: "memory", run: MemoryGrowth.run),
    Part(name: "latency", run: OneAtATime.run),
    Part(name: "burst", run: Burst.run),
    Part(name: "contract", run: ContractCost.run),
    Part(name: "texts", run: Texts.run),
    Part(name: "bytes", run: Binary.run),
    Part(name: "streams", run: Streams.run),
    Part(name: "to-page", run: ToPage.run),
    Part(name: "photographs", run: Photographs.run),
    Part(name: "shop", run: Shop.run),
    Part(name: "ledger", run: LedgerSpeed.run),
    Part(name: "validation", run: ValidationSpeed.run),
    Part(name: "load", run: PageLoad.run),
    Part(name: "scale", run: Scale.run),
    Part(name: "engine", run: Engine.run),
    Part(name: "json", run: JSONSpeed.run),
    Part(name: "signatures", run: Signatures.run),
  ]

  static func run(_ words: [String]) async -> Int32 {
    do {
      let options = try Options(words)
      for file in [options.json, options.plot].compactMap(\.self) { try checkWritable(file) }
      let report = Report()
      for part in parts where options.parts.isEmpty || options.parts.contains(part.name) {
        try await part.run(options.size, report)
      }
      Progress.say("done")
      print(Table.text(report), terminator: "")
      if let file = options.json { try write(report.json, to: file) }
      if let file = options.plot { try write(Plot.svg(report), to: file) }
      return 0
    } catch let error as UsageError {
      FileHandle.standardError.write(Data("script/bench: \(error)\n".utf8))
      return 2
    } catch {
      FileHandle.standardError.write(Data("script/bench: \(error)\n".utf8))
      return 1
    }
  }

  /// Throws if a file cannot be written, so that the error appears before the run and not after it.
  private static func checkWritable(_ file: String) throws {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: isThere ? file : folder), !isFolder.boolValue else {
      throw UsageError("\(file) cannot be written")
    }
  }

  private static func write(_ text: String, to file: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }
}
