import Foundation

/// Opens the files that the command writes: traces and pictures, which show what pages say.
enum PrivateOutput {
  /// Opens a file for writing, empty, and makes it this user's alone.
  ///
  /// What is in `/dev`, such as `/dev/stdout` or what a shell makes of `>(jq)`, is opened as it is.
  ///
  /// - Throws: ``OutputFileError`` for a symbolic link, for another user's file and for a file with several names: whoever
  ///   may write in the folder could have put them there, and another file would be overwritten.
  static func open(_ path: String) throws(OutputFileError) -> FileHandle {
    let isDevice = path.hasPrefix("/dev/")
    let descriptor = Foundation.open(
      path, O_WRONLY | O_CREAT | O_CLOEXEC | (isDevice ? 0 : O_NOFOLLOW), 0o600)
    guard descriptor >= 0 else {
      throw errno == ELOOP
        ? .refused("it is a symbolic link; name the file itself") : .refused(String(cString: strerror(errno)))
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if isDevice { return file }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .refused(String(cString: strerror(errno))) }
    // A named pipe takes what is written, and overwrites nothing.
    if status.st_mode & S_IFMT == S_IFIFO { return file }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .refused("it is no regular file") }
    guard status.st_uid == geteuid() else {
      throw .refused("it belongs to another user; remove it, or name another file")
    }
    guard status.st_nlink == 1 else { throw .refused("it has several names (hard links); name another file") }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      throw .refused(String(cString: strerror(errno)))
    }
    return file
  }
}

/// A file cannot be written.
enum OutputFileError: Error, CustomStringConvertible {
  /// Why, and what to do.
  case refused(String)

  var description: String {
    switch self {
    case .refused(let reason): reason
    }
  }
}
