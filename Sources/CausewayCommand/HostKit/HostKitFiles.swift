import Foundation

/// The files of a host kit, to be written into a folder of the user's.
struct HostKitFiles {
  private let folder: URL
  /// The paths of the files, relative to the folder.
  let paths: [String]

  init(in folder: URL) throws {
    self.folder = folder
    paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { !Self.isFolder(folder.appendingPathComponent($0)) }.sorted()
    guard !paths.isEmpty else { throw HostKitError("the host kit is not where it was built: \(folder.path)") }
  }

  /// Writes every file, or none if one of them is there already.
  ///
  /// - Returns: the paths that were written.
  func write(to directory: URL) throws -> [String] {
    let targets = paths.map {
      (source: folder.appendingPathComponent($0), target: directory.appendingPathComponent($0))
    }
    // A link counts as a file, also if it leads nowhere.
    if let taken = targets.first(where: {
      (try? $0.target.checkResourceIsReachable()) == true || Self.isLink($0.target)
    }) {
      throw HostKitError(
        "\(taken.target.relativePath) is there already, so nothing was written; name an empty folder, or remove the file"
      )
    }
    for (source, target) in targets {
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Without overwriting: the file of another program that came in between stays.
        try Data(contentsOf: source).write(to: target, options: .withoutOverwriting)
      } catch {
        throw HostKitError(
          "\(target.relativePath) could not be written: \(error.localizedDescription); choose a folder that you can write to"
        )
      }
    }
    return targets.map(\.target.relativePath)
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }

  private static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }
}

/// Why a host kit was not written, with what to do.
struct HostKitError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
