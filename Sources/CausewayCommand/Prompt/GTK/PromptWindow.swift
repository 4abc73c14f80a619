#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts

/// The window of one prompt.
@MainActor final class PromptWindow {
  /// The user's answer.
  let answer = OneShot<PromptAnswer>()
  /// The GTK widget of the window.
  var widget: Widget { window.widget }
  /// The button that approves.
  let approve: Widget
  /// The button that declines.
  let decline: Widget
  /// The button that declines this prompt and all waiting prompts of the page; nil if it is not offered.
  let declineAll: Widget?
  /// A function that is called when the user declines all prompts of the page.
  var onDeclineAll: () -> Void = {}
  /// The part in which the user chooses a picture; nil if the prompt needs none.
  let choice: PictureChoice?
  private let window: DialogWindow
  private let delay: ApprovalDelay
  private static let width = 520

  /// Creates a window without showing it.
  /// - Parameters:
  ///   - offersDeclineAll: whether the window has a button that also declines all waiting prompts of the page.
  ///   - startTimer: starts the timers. Tests pass their own function.
  init(
    _ prompt: Prompt, offersDeclineAll: Bool = false,
    startTimer: @escaping StartTimer = { GLibTimer($0, $1) }
  ) {
    StyleSheet.prompt.load()
    delay = ApprovalDelay(startTimer: startTimer)
    window = DialogWindow(title: "Causeway", width: Self.width, delay: delay)
    approve = gtk_button_new_with_label(prompt.approve)
      .styled(prompt.warning == nil ? "suggested-action" : "destructive-action")
    decline = gtk_button_new_with_label(prompt.decline)
    declineAll =
      offersDeclineAll ? gtk_button_new_with_label("Decline all from this page").styled("flat", "prompt-quiet") : nil
    choice = prompt.picture.map { PictureChoice($0) }
    window.setContent(content(of: prompt))
    connect()
    updateApproval()
  }

  /// Shows the window.
  /// - Parameter parent: the page's window, which takes no input while the prompt is open.
  func show(before parent: UnsafeMutablePointer<GtkWindow>?) {
    window.show(before: parent, focus: decline)
  }

  func close() {
    choice?.dismiss()
    window.close()
  }

  private func updateApproval() {
    let isComplete = choice.map { $0.picture != nil } ?? true
    gtk_widget_set_sensitive(approve, delay.isOver && isComplete ? 1 : 0)
  }

  private func connect() {
    approve.connect("clicked") { [weak self] in
      guard let self else { return }
      answer.settle(.success(.approved(picture: choice?.picture)))
    }
    decline.connect("clicked") { [weak self] in self?.answer.settle(.success(.declined)) }
    declineAll?.connect("clicked") { [weak self] in
      guard let self else { return }
      onDeclineAll()
      answer.settle(.success(.declined))
    }
    // Closing the window declines the prompt.
    window.onDismiss = { [weak self] in self?.answer.settle(.success(.declined)) }
    delay.onChange = { [weak self] in self?.updateApproval() }
  }

  // MARK: Content

  /// Makes the window's content. Only the middle scrolls, so that the requesting origin, the warning and the buttons
  /// stay visible even if the page's texts are long.
  private func content(of prompt: Prompt) -> Widget {
    let column = Widgets.column()
    let head = Widgets.column(spacing: 16).styled("prompt-body")
    head.append(Widgets.label(prompt.headline).styled("prompt-headline"), requester(prompt.requester))
    column.append(head)
    if let content = scrollingContent(of: prompt) { column.append(content) }
    if let warning = prompt.warning { column.append(warningBox(warning)) }
    let buttons = Widgets.row(spacing: 12).styled("prompt-buttons")
    if let declineAll {
      buttons.append(declineAll)
      gtk_widget_set_hexpand(declineAll, 1)
      gtk_widget_set_halign(declineAll, GTK_ALIGN_START)
    } else {
      gtk_widget_set_halign(buttons, GTK_ALIGN_END)
    }
    buttons.append(decline, approve)
    column.append(buttons)
    return column
  }

  private func requester(_ requester: Prompt.Requester) -> Widget {
    let box = Widgets.column(spacing: 2).styled("prompt-requester")
    box.append(Widgets.label(requester.before).styled("prompt-caption"), originLine(requester.name))
    if let after = requester.after { box.append(Widgets.label(after).styled("prompt-caption")) }
    if requester.name.unicodeScalars.count > Self.widestOrigin {
      box.append(Widgets.label("In full: \(requester.name)").styled("prompt-caption"))
    }
    return box
  }

  /// The number of characters of an origin that always fit.
  private static let widestOrigin = 34

  /// Makes the line with the origin. A text that does not fit is cut at its start, because the end of a host name shows
  /// who owns it.
  private func originLine(_ name: String) -> Widget {
    let origin = Widgets.label(name, selectable: true).styled("prompt-origin")
    gtk_label_set_wrap(origin.opaque, 0)
    gtk_label_set_ellipsize(origin.opaque, PANGO_ELLIPSIZE_START)
    return origin
  }

  /// The minimum height of the scrolling part. On a low screen this part becomes smaller than its content, so that
  /// everything around it stays on the screen.
  private static let leastMiddle = 100

  private func scrollingContent(of prompt: Prompt) -> Widget? {
    let column = Widgets.column(spacing: 16).styled("prompt-scroll")
    if !prompt.rows.isEmpty { column.append(PromptRows.grid(prompt.rows)) }
    if let choice { column.append(choice.widget) }
    if !prompt.claims.isEmpty { column.append(PromptRows.claims(prompt.claims)) }
    guard gtk_widget_get_first_child(column) != nil else { return nil }
    // The width of the window without its borders and a scroll bar.
    let width = Self.width - 40
    let scroll = Widgets.scroll(column, width: width, from: Self.leastMiddle, upTo: 380)
    gtk_widget_set_vexpand(scroll, 1)
    choice?.onChange = { [weak self] in
      Widgets.fit(scroll, to: column, width: width, from: Self.leastMiddle, upTo: 380)
      guard let self else { return }
      window.update()
      // The delay starts again, because the user would now approve another picture.
      delay.beginAgain()
      updateApproval()
    }
    return scroll
  }

  private func warningBox(_ text: String) -> Widget {
    let box = Widgets.row(spacing: 12).styled("prompt-warning")
    let icon = gtk_image_new_from_icon_name("dialog-warning-symbolic")!
    gtk_image_set_pixel_size(OpaquePointer(icon), 20)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    box.append(icon, Widgets.label(text))
    return box
  }
}
#endif
