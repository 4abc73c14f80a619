import Causeway
import CausewayWebKit
import Foundation
import WebTestSupport

/// A large file that is streamed between the app's disk and a page. Each byte equals its position modulo 251.
@MainActor final class LargeFile {
  private struct Contract: BridgeContract {
    let load = AppStream<Int, Bytes>("load", "The given number of mebibytes from the start of the file.")
    let save = AppUpload<Nothing, Bytes, Int>("save", "Writes a file, and returns its size.")
  }

  private struct WrongByte: Error {}

  /// The largest growth of the memory, in mebibytes, with which the memory counts as flat. The app needs memory for the
  /// credit of a stream (4 MiB), and its allocators keep some memory. The page's limit is higher, because the
  /// JavaScript engine collects the pieces that were read only from time to time: up to 210 MiB of uncollected pieces
  /// were measured, for files of 1 GiB and of 2 GiB.
  private static let mostGrowth = (app: 48.0, page: 320.0)

  private let mebibytes: Int
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("large-file-\(UUID().uuidString)")
  private let contract = Contract()
  private let host: WebViewHost
  private lazy var browser = Browser { host.attach(to: $0) }
  private var isFlat = true

  private var source: URL { folder.appendingPathComponent("source") }
  private var copy: URL { folder.appendingPathComponent("copy") }

  init(mebibytes: Int) {
    self.mebibytes = mebibytes
    let bridge = Bridge()
    host = WebViewHost(bridge: bridge)
    bridge.install(CausewayDialect(contract, origins: [Origin(scheme: "test", host: "page.example")]) { handlers })
  }

  @CapabilityBuilder private var handlers: [Capability] {
    contract.load.handler { [source] mebibytes, _ in
      let handle = try FileHandle(forReadingFrom: source)
      return AsyncThrowingStream<Bytes, any Error> {
        guard try handle.offset() < UInt64(mebibytes) << 20 else { return nil }
        return try handle.read(upToCount: 1 << 20).map { Bytes($0) }
      }
    }
    contract.save.handler { [copy] _, pieces, _ in
      try Data().write(to: copy)
      let handle = try FileHandle(forWritingTo: copy)
      defer { try? handle.close() }  // The comparison of the file would show a lost error.
      var size = 0
      for try await piece in pieces {
        try handle.write(contentsOf: Data(piece))
        size += piece.count
      }
      return size
    }
  }

  private static let period = Data((0..<251 << 13).map { UInt8($0 % 251) })

  /// Returns one mebibyte of the file, starting at a position.
  private static func piece(at position: Int) -> Data {
    period.subdata(in: position % 251..<position % 251 + 1 << 20)
  }

  /// Streams the file in both directions. Returns whether the memory stayed flat.
  func run() async throws -> Bool {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // Ignore errors: the folder is temporary.
    try Data().write(to: source)
    let handle = try FileHandle(forWritingTo: source)
    for index in 0..<mebibytes { try handle.write(contentsOf: Self.piece(at: index << 20)) }
    try handle.close()
    try await browser.open("<script>\(Self.script)</script>")

    try await measure("from the app's disk to the page", "return await load(mebibytes);")
    try await measure("from the page to the app's disk", "return await save(mebibytes);")
    try compareCopy()
    return isFlat
  }

  /// The page's functions: `load` checks every byte that arrives, and `save` makes the bytes piece by piece.
  private static let script = """
    const app = causeway.connect();
    const period = Uint8Array.from({ length: 251 * 4200 }, (_, index) => index % 251);
    const piece = (start, length) => period.subarray(start % 251, start % 251 + length);
    async function load(mebibytes) {
      let size = 0;
      for await (const buffer of app.load(mebibytes)) {
        const expected = piece(size, buffer.byteLength);
        const bytes = new Uint8Array(buffer);
        for (let index = 0; index < bytes.length; index += 1) {
          if (bytes[index] !== expected[index]) throw new Error(`byte ${size + index} is wrong`);
        }
        size += bytes.length;
      }
      return size;
    }
    async function* pieces(mebibytes) {
      for (let index = 0; index < mebibytes; index += 1) yield piece(index * 2 ** 20, 2 ** 20).slice();
    }
    const save = (mebibytes) => app.save(undefined, pieces(mebibytes));
    """

  private func measure(_ way: String, _ body: String) async throws {
    // Run once before the measurement, so that memory that a process allocates only once does not count as growth.
    _ = try await browser.webView.callAsyncJavaScript(
      body, arguments: ["mebibytes": min(64, mebibytes)], contentWorld: .page)
    guard let app = Memory.resident, let page = Memory.residentInPages else {
      throw CocoaError(.featureUnsupported)
    }
    var peak = (app: app, page: page)
    let sampler = Task {
      while !Task.isCancelled {
        peak = (max(peak.app, Memory.resident ?? 0), max(peak.page, Memory.residentInPages ?? 0))
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    defer { sampler.cancel() }
    let start = ContinuousClock.now
    let size = try await browser.webView.callAsyncJavaScript(
      body, arguments: ["mebibytes": mebibytes], contentWorld: .page)
    let seconds = start.duration(to: .now) / .seconds(1)
    let growth = (app: peak.app - app, page: peak.page - page)
    report(
      "\(mebibytes) MiB \(way): \(Int(Double(mebibytes) / seconds)) MiB/s; the memory of the app grew by at most "
        + "\(Int(growth.app)) MiB, and that of the page by at most \(Int(growth.page)) MiB")
    let isWhole = (size as? NSNumber)?.intValue == mebibytes << 20
    if !isWhole { report("the file did not arrive whole") }
    if growth.app > Self.mostGrowth.app || growth.page > Self.mostGrowth.page { report("the memory is not flat") }
    isFlat = isFlat && isWhole && growth.app <= Self.mostGrowth.app && growth.page <= Self.mostGrowth.page
  }

  private func compareCopy() throws {
    let handle = try FileHandle(forReadingFrom: copy)
    for index in 0..<mebibytes {
      guard try handle.read(upToCount: 1 << 20) == Self.piece(at: index << 20) else { throw WrongByte() }
    }
    guard try handle.read(upToCount: 1)?.isEmpty ?? true else { throw WrongByte() }
  }
}
