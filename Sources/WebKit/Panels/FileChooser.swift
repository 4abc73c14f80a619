import CWebKitGTK

/// A choice of files that a page waits for. The choice can be answered once; releasing the object without an answer
/// cancels the choice.
@MainActor
final class FileChooser {
  private let request: GObjectReference
  private var isAnswered = false

  init(_ request: OpaquePointer) {
    self.request = GObjectReference(borrowing: request)
  }

  /// The kinds of choice that the page allows.
  var parameters: WKOpenPanelParameters {
    WKOpenPanelParameters(
      allowsMultipleSelection: webkit_file_chooser_request_get_select_multiple(request.opaque) != 0)
  }

  /// Answers with file URLs; nil cancels the choice.
  func choose(_ files: [URL]?) {
    guard !isAnswered else {
      return assertionFailure("A UI delegate chose files twice. Call the completionHandler once.")
    }
    isAnswered = true
    GLibPump.shared.wake()
    guard let files else { return webkit_file_chooser_request_cancel(request.opaque) }
    precondition(files.allSatisfy(\.isFileURL), "A UI delegate chose \(files); choose only file URLs")
    let paths = files.map { strdup($0.path) }
    defer { for path in paths { free(path) } }
    var list = paths.map { $0.map { UnsafePointer($0) } } + [nil]
    webkit_file_chooser_request_select_files(request.opaque, &list)
  }

  isolated deinit {
    if !isAnswered { choose(nil) }
  }
}
