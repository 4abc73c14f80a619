import Causeway

struct Score: Decodable {
  var home: Int
  var away: Int
}

@MainActor func follow(_ game: String, on page: Conversation) async throws {
  for try await score in try page.values("scores", .string(game), of: Score.self) {
    print("\(score.home) : \(score.away)")
    if score.home + score.away > 10 { break }
  }
}

@MainActor func size(ofReport id: String, on page: Conversation) async throws -> Int {
  var count = 0
  for try await piece in try page.bytes("report", .string(id)) { count += piece.count }
  return count
}
