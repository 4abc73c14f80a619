import Causeway

/// The functions, streams and events that the app and its page offer each other. `Page/contract.d.ts` declares them for
/// the page.
struct Album: BridgeContract {
  let search = AppStream<String, [Photo]>(
    "photos.search", "The photos whose titles contain all of the words: now, and again after each change.")
  let add = AppUpload<NewPhoto, Bytes, Photo>(
    "photos.add", "Stores a photo.", errors: [NotAPicture.self, PhotoTooLarge.self]
  ).reporting(Stored.self)
  let picture = AppFunction<String, Bytes>(
    "photos.picture", "The picture of the photo with this id.", errors: [PhotoMissing.self])
  let rename = AppFunction<NewTitle, Photo>(
    "photos.rename", "Gives a photo another title.", errors: [PhotoMissing.self])
  let remove = AppFunction<String, Nothing>(
    "photos.remove", "Removes the photo with this id.", errors: [PhotoMissing.self])
  let changed = PageEvent<Change>("changed", "A page or the app has changed the album.")
}

/// A photo of the album.
struct Photo: Codable, Hashable, Sendable {
  let id: String
  var title: String
  /// The size of the picture's file, in bytes.
  let bytes: Int
}

/// The data about a photo that a page sends before the picture.
struct NewPhoto: Codable, Sendable {
  let title: String
  /// The size of the picture that follows, in bytes.
  let bytes: Int
}

/// The progress of an upload: the stored bytes of the picture and their total number.
struct Stored: Codable, Hashable, Sendable {
  let bytes: Int
  let total: Int
}

struct NewTitle: Codable, Sendable {
  let id: String
  let title: String
}

enum Change: Codable, Hashable, Sendable {
  case added(photo: Photo)
  case renamed(photo: Photo)
  case removed(photo: Photo)
}

// MARK: Errors

struct NotAPicture: PageError {
  var pageMessage: String { "The file is not a JPEG, PNG, GIF or WebP picture." }
}

struct PhotoTooLarge: PageError {
  struct Details: Codable, Sendable {
    /// The maximum size of a picture, in bytes.
    let most: Int
  }
  let details: Details
  var pageMessage: String { "The picture is too large." }
}

struct PhotoMissing: PageError {
  var pageMessage: String { "The photo is not in the album." }
}
