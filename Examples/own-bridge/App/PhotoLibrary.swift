import Foundation

/// The photos of the album, in a folder: a file for each picture, and `album.json` with the titles.
@MainActor final class PhotoLibrary {
  /// The photos, the newest first.
  private(set) var photos: [Photo] = []
  /// Called after each change.
  var onChange: (Change) -> Void = { _ in }
  private let folder: URL
  private var searches: [UUID: (words: String, photos: AsyncStream<[Photo]>.Continuation)] = [:]

  private var index: URL { folder.appendingPathComponent("album.json") }
  private func file(of id: String) -> URL { folder.appendingPathComponent("\(id).picture") }

  /// Opens the album in a folder, which is created if it does not exist.
  init(_ folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: index.path) {
      photos = try JSONDecoder().decode([Photo].self, from: Data(contentsOf: index))
    }
  }

  // MARK: Reading

  /// Returns the photos whose titles contain all of the words, now and after each change.
  func photos(matching words: String) -> AsyncStream<[Photo]> {
    let id = UUID()
    // If the page reads slowly, keep only the latest list.
    let (stream, continuation) = AsyncStream.makeStream(of: [Photo].self, bufferingPolicy: .bufferingNewest(1))
    searches[id] = (words, continuation)
    // Forget the search when the page has stopped reading or has gone away.
    continuation.onTermination = { _ in Task { @MainActor in self.searches[id] = nil } }
    continuation.yield(find(words))
    return stream
  }

  private func find(_ words: String) -> [Photo] {
    let words = words.split(separator: " ")
    return photos.filter { photo in words.allSatisfy { photo.title.localizedCaseInsensitiveContains($0) } }
  }

  func picture(of id: String) throws -> Data {
    try Data(contentsOf: file(of: find(id: id).id), options: .mappedIfSafe)
  }

  private func find(id: String) throws -> Photo {
    // The id comes from a page, so use it in a file's name only if a photo has it.
    guard let photo = photos.first(where: { $0.id == id }) else { throw PhotoMissing() }
    return photo
  }

  // MARK: Changing

  func makeDraft() throws -> PhotoDraft { try PhotoDraft(in: folder) }

  /// Adds a complete picture to the album.
  @discardableResult func keep(_ draft: PhotoDraft, title: String) throws -> Photo {
    let photo = Photo(id: UUID().uuidString, title: Self.title(title), bytes: draft.bytes)
    try draft.finish(as: file(of: photo.id))
    try change(.added(photo: photo)) { $0.insert(photo, at: 0) }
    return photo
  }

  func rename(_ id: String, to title: String) throws -> Photo {
    var photo = try find(id: id)
    photo.title = Self.title(title)
    try change(.renamed(photo: photo)) { photos in
      photos = photos.map { $0.id == id ? photo : $0 }
    }
    return photo
  }

  func remove(_ id: String) throws {
    let photo = try find(id: id)
    try change(.removed(photo: photo)) { $0.removeAll { $0.id == id } }
    try FileManager.default.removeItem(at: file(of: id))
  }

  private func change(_ change: Change, _ edit: (inout [Photo]) -> Void) throws {
    var edited = photos
    edit(&edited)
    try JSONEncoder().encode(edited).write(to: index, options: .atomic)
    photos = edited
    for search in searches.values { search.photos.yield(find(search.words)) }
    onChange(change)
  }

  /// Returns a title of a page in one line of at most 80 characters.
  private static func title(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
    return line.isEmpty ? "Untitled" : String(line.prefix(80))
  }
}
