import Causeway
import CausewayWebKit
import Foundation

struct Price: Codable {
  var symbol: String
  var amount: Double
}

@MainActor final class Exchange {
  private var listeners: [UUID: (symbol: String, prices: AsyncStream<Price>.Continuation)] = [:]

  var capabilities: [Capability] {
    [
      Capability("prices", policy: .mainFrame, streaming: { (symbol: String, _) in self.prices(of: symbol) }),
      Capability(
        "report.save", policy: .mainFrame,
        receiving: { (name: String, pieces: PageValues<Bytes>, _) in
          let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
          try Data().write(to: file)
          let handle = try FileHandle(forWritingTo: file)
          defer { try? handle.close() }
          var count = 0
          for try await piece in pieces {  // An error is thrown if the page stops before the end.
            try handle.write(contentsOf: Data(piece))
            count += piece.count
          }
          return count
        }),
    ]
  }

  func publish(_ price: Price) {
    for listener in listeners.values where listener.symbol == price.symbol { listener.prices.yield(price) }
  }

  /// For a slow page, only the latest price is kept.
  private func prices(of symbol: String) -> AsyncStream<Price> {
    let id = UUID()
    let (stream, prices) = AsyncStream.makeStream(of: Price.self, bufferingPolicy: .bufferingNewest(1))
    listeners[id] = (symbol, prices)
    prices.onTermination = { _ in Task { @MainActor in self.listeners[id] = nil } }  // The page stopped reading.
    return stream
  }
}
