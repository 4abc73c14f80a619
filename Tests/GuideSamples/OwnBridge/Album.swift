import Causeway
import CausewayWebKit
import Foundation

struct Photo: Codable { var name: String }

@MainActor final class Album {
  private var photos: [String: Data] = [:]

  var capabilities: [Capability] {
    [
      Capability("photo.save", policy: .mainFrame) { (photo: Photo, call: Call) in
        let data = call.bytes.map { Data($0) }
        self.photos[photo.name] = data
        return data?.count ?? 0
      },
      Capability(
        "photo.load", policy: .mainFrame, bytes: { (photo: Photo, _) in Bytes(self.photos[photo.name] ?? Data()) }),
    ]
  }
}
