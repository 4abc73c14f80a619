import CWebKitGTK

extension WKWebView {
  /// Prints the page to PDF: all of it, on as many sheets as it takes, with the page's styles for print. The web view need
  /// not be in a window. Linux only.
  ///
  /// Backgrounds are printed if ``WKPreferences/shouldPrintBackgrounds`` is true.
  ///
  /// - Throws: ``UnusablePaper``, ``WKError``, or an `NSError` with WebKitGTK's own domain and text.
  public func printPDF(on paper: PrintPaper = .a4) async throws -> Data {
    guard paper.isUsable else { throw UnusablePaper(paper: paper) }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("print-\(UUID().uuidString)")
    // What a page shows is not for other users of the machine.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.pdf")
    let job = PrintJob(engine, on: paper, to: file)
    try await withCheckedThrowingContinuation { continuation in job.start { continuation.resume(with: $0) } }
    // WebKitGTK finishes without a word and without a file if the page's process ends.
    guard let pdf = try? Data(contentsOf: file), !pdf.isEmpty else { throw WKError(.webContentProcessTerminated) }
    return pdf
  }
}

extension WebPage {
  /// Prints the page to PDF, as ``WKWebView/printPDF(on:)`` does. Linux only.
  ///
  /// - Throws: ``UnusablePaper``, ``WKError``, or an `NSError` with WebKitGTK's own domain and text.
  public func printPDF(on paper: PrintPaper = .a4) async throws -> Data {
    try await webView.printPDF(on: paper)
  }
}
