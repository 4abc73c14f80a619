import CWebKitGTK

extension WKWebView {
  /// Prints the whole page to PDF, on as many sheets as needed, with the page's styles for print. The web view need not
  /// be in a window. Linux only.
  ///
  /// Backgrounds are printed if ``WKPreferences/shouldPrintBackgrounds`` is true. Prints of one web view run one after
  /// the other. A page that changes while it is printed may leave sheets blank.
  ///
  /// - Throws: ``UnusablePaper``; ``WKError``, if the page is left or its process ends before the print has ended; or
  ///   an `NSError` with WebKitGTK's own domain and text, such as `WebKitPrintError`.
  public func printPDF(on paper: PrintPaper = .a4) async throws -> Data {
    guard paper.isUsable else { throw UnusablePaper(paper: paper) }
    await prints.enter()
    let folder = RecentFiles.makeFolderURL()
    do {
      // Otherwise other users of the machine could read what the page shows.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      prints.leave()
      throw error
    }
    let file = folder.appendingPathComponent("page.pdf")
    return try await withCheckedThrowingContinuation { continuation in
      // If the document ends, the caller gets the error at once, although the print itself ends later or never began.
      let end = scripts.begin { result in continuation.resume(with: result.map { $0 as? Data ?? Data() }) }
      @MainActor func ended(_ result: Result<Data, any Error>) {
        try? FileManager.default.removeItem(at: folder)  // a folder that stays must not fail the print
        prints.leave()
        end(result.map { $0 })
      }
      // A script runs only if there is a main frame, without which WebKitGTK cannot print.
      evaluate("0", in: .page) { [self] result in
        guard case .success = result else { return ended(.failure(Self.processEnded)) }
        RecentFiles.keepPrintsOut()
        PrintJob(engine, on: paper, to: file).start { result in
          // If the process ends, WebKitGTK reports `finished` without a failure, and writes no file.
          let isThere = FileManager.default.fileExists(atPath: file.path)
          ended(
            result.flatMap { Result { if isThere { try Data(contentsOf: file) } else { throw Self.processEnded } } })
        }
      }
    }
  }

  private static var processEnded: WKError { WKError(.webContentProcessTerminated) }
}

extension WebPage {
  /// Prints the page to PDF, as ``WKWebView/printPDF(on:)`` does. Linux only. Backgrounds are not printed.
  ///
  /// - Throws: the errors of ``WKWebView/printPDF(on:)``.
  public func printPDF(on paper: PrintPaper = .a4) async throws -> Data {
    try await webView.printPDF(on: paper)
  }
}
