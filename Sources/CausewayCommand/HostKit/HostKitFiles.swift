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

  /// Writes every file, or none: if one of them is there already, or cannot be written.
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
    // A link in place of one of the kit's folders would lead the files out of the folder that the user named.
    if let link = paths.lazy.flatMap(Self.folders).map({ directory.appendingPathComponent($0) }).first(
      where: Self.isLink)
    {
      throw HostKitError(
        "\(link.relativePath) is a link, so nothing was written; name an empty folder, or remove the link")
    }
    var written: [URL] = []
    for (source, target) in targets {
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Without overwriting: the file of another program that came in between stays.
        try Data(contentsOf: source).write(to: target, options: .withoutOverwriting)
        written.append(target)
      } catch {
        // Otherwise the files that are there already would keep the next call from writing the others.
        let isOthers = (error as? CocoaError)?.code == .fileWriteFileExists
        for file in written + (isOthers ? [] : [target]) {
          try? FileManager.default.removeItem(at: file)  // the error below says what is wrong
        }
        throw HostKitError(
          "\(target.relativePath) could not be written: \(error.localizedDescription); choose a folder that you can write to"
        )
      }
    }
    return targets.map(\.target.relativePath)
  }

  /// The folders above a file of the kit, relative to the kit's own.
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

/// Why a host kit was not written, with what to do.
struct HostKitError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
