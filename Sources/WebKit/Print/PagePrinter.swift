import CWebKitGTK

/// The printer of a web view's page, which writes PDF files. Print jobs run one after the other.
@MainActor
final class PagePrinter {
  private let widget: WebViewWidget
  private let scripts: ScriptRunner
  private let queue = PrintQueue()

  init(_ widget: WebViewWidget, _ scripts: ScriptRunner) {
    self.widget = widget
    self.scripts = scripts
  }

  /// Prints the page, as ``WKWebView/printPDF(on:)`` says.
  func print(on paper: PrintPaper) async throws -> Data {
    guard paper.isUsable else { throw UnusablePaper(paper: paper) }
    await queue.enter()
    let folder = RecentFiles.makeFolderURL()
    do {
      // Only this user may read the folder, because it contains the content of the page.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      queue.leave()
      throw error
    }
    let file = folder.appendingPathComponent("page.pdf")
    return try await withCheckedThrowingContinuation { continuation in
      // If the document ends, the caller gets the error at once, even if the print job ends later or has never begun.
      let end = scripts.calls.begin { result in continuation.resume(with: result.map { $0 as? Data ?? Data() }) }
      @MainActor func ended(_ result: Result<Data, any Error>) {
        try? FileManager.default.removeItem(at: folder)  // A folder that cannot be removed must not fail the print.
        queue.leave()
        end(result.map { $0 })
      }
      // Run a script first, which fails if there is no main frame. Without a main frame, printing would crash the app.
      scripts.evaluate("0", in: .page) { [self] result in
        guard case .success = result else { return ended(.failure(Self.processEnded)) }
        RecentFiles.excludePrintJobs()
        PrintJob(widget.engine, on: paper, to: file).start { result in
          // Check the file, because WebKitGTK reports `finished` without a failure, but writes no file, if the process
          // ends.
          let isThere = FileManager.default.fileExists(atPath: file.path)
          ended(
            result.flatMap { Result { if isThere { try Data(contentsOf: file) } else { throw Self.processEnded } } })
        }
      }
    }
  }

  private static var processEnded: WKError { WKError(.webContentProcessTerminated) }
}
