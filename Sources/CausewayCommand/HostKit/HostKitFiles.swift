import Foundation

/// The files of a host kit, which the command writes into the user's folder.
struct HostKitFiles {
  private let folder: URL
  /// The paths of the files, relative to the folder.
  let paths: [String]

  init(in folder: URL) throws {
    self.folder = folder
    paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { !Self.isFolder(folder.appendingPathComponent($0)) }.sorted()
    guard !paths.isEmpty else { throw HostKitError("the files of the host kit are missing: \(folder.path)") }
  }

  /// Writes all files. Writes none of them if one already exists or cannot be written.
  ///
  /// - Returns: The paths of the written files.
  func write(to directory: URL) throws -> [String] {
    let targets = paths.map {
      (source: folder.appendingPathComponent($0), target: directory.appendingPathComponent($0))
    }
    // A symbolic link counts as an existing file, even if its target does not exist.
    if let taken = targets.first(where: {
      (try? $0.target.checkResourceIsReachable()) == true || Self.isLink($0.target)
    }) {
      throw HostKitError(
        "\(taken.target.relativePath) already exists, so nothing was written; name an empty folder, or remove the file"
      )
    }
    // If one of the kit's folders were a symbolic link, the files would be written outside the folder that the user
    // named.
    if let link = paths.lazy.flatMap(Self.folders).map({ directory.appendingPathComponent($0) }).first(
      where: Self.isLink)
    {
      throw HostKitError(
        "\(link.relativePath) is a symbolic link, so nothing was written; name an empty folder, or remove the link")
    }
    var written: [URL] = []
    for (source, target) in targets {
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Do not overwrite a file, because another program may have written it in the meantime.
        try Data(contentsOf: source).write(to: target, options: .withoutOverwriting)
        written.append(target)
      } catch {
        // Removes the files that were written. Otherwise the next call would stop because they exist.
        let isOthers = (error as? CocoaError)?.code == .fileWriteFileExists
        for file in written + (isOthers ? [] : [target]) {
          try? FileManager.default.removeItem(at: file)  // ignored, because the error below is the cause
        }
        throw HostKitError(
          "\(target.relativePath) could not be written: \(error.localizedDescription); choose a folder that you can write to"
        )
      }
    }
    return targets.map(\.target.relativePath)
  }

  /// Returns the folders that contain a file of the kit, relative to the kit's folder.
  private static func folders(of path: String) -> [String] {
    let names = path.split(separator: "/").dropLast()
    return names.indices.map { names[...$0].joined(separator: "/") }
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }

  private static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }
}

/// The reason why a host kit was not written, with advice.
struct HostKitError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
