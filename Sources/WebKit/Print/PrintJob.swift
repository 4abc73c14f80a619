import CWebKitGTK

/// The printing of one page to a PDF file. The object exists until WebKitGTK reports that the printing has finished.
@MainActor
final class PrintJob {
  private let operation: GObjectReference
  private var signals: [SignalConnection] = []
  private var failure: (any Error)?
  private var finished: ((Result<Void, any Error>) -> Void)?

  /// Creates a job that prints the page of a web view to a file.
  ///
  /// - Parameter file: the `file://` URL of the PDF file, which replaces an existing file.
  init(_ engine: UnsafeMutablePointer<WebKitWebView>, on paper: PrintPaper, to file: URL) {
    operation = GObjectReference(owning: webkit_print_operation_new(engine))
    withOwned(Self.settings(file)) { webkit_print_operation_set_print_settings(operation.opaque, $0) }
    withOwned(Self.pageSetup(paper)) { webkit_print_operation_set_page_setup(operation.opaque, $0) }
  }

  /// Prints, without a dialog.
  ///
  /// The page must have a main frame; otherwise WebKitGTK crashes the app. A page has no main frame before its first
  /// load and after its process has ended.
  func start(finished: @escaping (Result<Void, any Error>) -> Void) {
    self.finished = finished
    let didFail: @convention(c) (gpointer, UnsafeMutablePointer<GError>, gpointer) -> Void = { _, error, data in
      ClosureBox<PrintJob>.borrow(data).body.failure = NSError(gError: error)
    }
    // WebKitGTK also emits `finished` after `failed`, so only this signal ends the job.
    let didFinish: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      MainActor.assumeIsolated { ClosureBox<PrintJob>.borrow(data).body.finish() }
    }
    let box = ClosureBox(self)
    signals = [
      SignalConnection(operation, "failed", box: box, callback: unsafeBitCast(didFail, to: GCallback.self)),
      SignalConnection(operation, "finished", box: box, callback: unsafeBitCast(didFinish, to: GCallback.self)),
    ]
    webkit_print_operation_print(operation.opaque)
  }

  private func finish() {
    signals = []
    finished?(failure.map { .failure($0) } ?? .success(()))
    finished = nil
  }

  private static func settings(_ file: URL) -> OpaquePointer {
    let settings = gtk_print_settings_new()!
    // GTK translates the name of the printer that writes files, so look up the translation.
    gtk_print_settings_set_printer(settings, g_dgettext("gtk40", "Print to File"))
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_URI, file.absoluteString)
    return settings
  }

  private static func pageSetup(_ paper: PrintPaper) -> OpaquePointer {
    let setup = gtk_page_setup_new()!
    let size = gtk_paper_size_new_custom("paper", "paper", paper.size.width, paper.size.height, GTK_UNIT_POINTS)
    gtk_page_setup_set_paper_size(setup, size)
    gtk_paper_size_free(size)
    gtk_page_setup_set_top_margin(setup, paper.margin, GTK_UNIT_POINTS)
    gtk_page_setup_set_bottom_margin(setup, paper.margin, GTK_UNIT_POINTS)
    gtk_page_setup_set_left_margin(setup, paper.margin, GTK_UNIT_POINTS)
    gtk_page_setup_set_right_margin(setup, paper.margin, GTK_UNIT_POINTS)
    return setup
  }
}
