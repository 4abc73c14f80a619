#if os(Linux)
import CWebKitGTK

/// The window of one prompt.
@MainActor final class PromptWindow {
  /// How the person answers.
  let answer = Settlement<PromptAnswer>()
  /// GTK's window.
  let widget: Widget
  /// The button that agrees.
  let approve: Widget
  /// The button that refuses.
  let decline: Widget
  /// The button that refuses this and all that wait, if it is there.
  let declineAll: Widget?
  /// Called when all that wait are refused.
  var onDeclineAll: () -> Void = {}
  /// Where a picture is chosen, if one is wanted.
  let choice: PictureChoice?
  private let delay: ApprovalDelay
  private var isSeen = false
  private static let width = 520

  /// A window that is not shown yet.
  /// - Parameters:
  ///   - offersDeclineAll: whether it has a button that refuses all that wait too.
  ///   - startTimer: how time passes.
  init(
    _ prompt: Prompt, offersDeclineAll: Bool = false,
    startTimer: @escaping WindowPrompter.StartTimer = { GLibTimer($0, $1) }
  ) {
    PromptStyle.load()
    delay = ApprovalDelay(startTimer: startTimer)
    widget = gtk_window_new()
    // GTK's own reference goes when the window is closed, by whomever.
    g_object_ref(widget)
    approve = gtk_button_new_with_label(prompt.approve)
      .styled(prompt.warning == nil ? "suggested-action" : "destructive-action")
    decline = gtk_button_new_with_label(prompt.decline)
    declineAll =
      offersDeclineAll ? gtk_button_new_with_label("Decline all from this page").styled("flat", "prompt-quiet") : nil
    choice = prompt.picture.map { PictureChoice($0) }
    let window = cwk_window(widget)
    gtk_window_set_title(window, "Causeway")
    gtk_window_set_default_size(window, gint(Self.width), -1)
    gtk_window_set_titlebar(window, titleBar())
    gtk_window_set_child(window, content(of: prompt))
    connect()
    connectDelay()
    updateApproval()
  }

  /// Shows it.
  /// - Parameter parent: the window that it is about, which takes no input meanwhile.
  func show(before parent: UnsafeMutablePointer<GtkWindow>?) {
    let window = cwk_window(widget)
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    gtk_window_present(window)
    // What Return and the space bar press, without a look.
    gtk_window_set_focus(window, decline)
  }

  func close() {
    choice?.dismiss()
    gtk_window_destroy(cwk_window(widget))
  }

  isolated deinit {
    g_object_unref(widget)
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
    // Whoever closes the window has not agreed. It is destroyed where it was made.
    let closed: @convention(c) (gpointer, gpointer) -> gboolean = { _, data in
      MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
      return 1
    }
    cwk_signal_connect(
      widget, "close-request", unsafeBitCast(closed, to: GCallback.self),
      Action.retained { [weak self] in self?.answer.settle(.success(.declined)) }, Action.release)
    let escape = gtk_shortcut_controller_new()
    let key = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0))
    gtk_shortcut_controller_add_shortcut(escape, gtk_shortcut_new(key, gtk_named_action_new("window.close")))
    gtk_widget_add_controller(widget, escape)
  }

  /// The time begins when the window is painted, and anew when a person comes back to it: who clicks into it to see it
  /// has not read it.
  private func connectDelay() {
    delay.onChange = { [weak self] in self?.updateApproval() }
    widget.connect("map") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(widget) else { return }
      let painted: @convention(c) (gpointer, gpointer) -> Void = { _, data in
        MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
      }
      cwk_signal_connect(
        gpointer(clock), "after-paint", unsafeBitCast(painted, to: GCallback.self),
        Action.retained { [weak self] in self?.didPaint() }, Action.release)
    }
    let changed: @convention(c) (gpointer, gpointer, gpointer) -> Void = { _, _, data in
      MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
    }
    cwk_signal_connect(
      widget, "notify::is-active", unsafeBitCast(changed, to: GCallback.self),
      Action.retained { [weak self] in
        guard let self, isSeen, gtk_window_is_active(cwk_window(widget)) != 0 else { return }
        delay.begin()
      }, Action.release)
  }

  private func didPaint() {
    guard !isSeen else { return }
    isSeen = true
    delay.begin()
  }

  // MARK: What is in it

  private func titleBar() -> Widget {
    let bar = gtk_header_bar_new()!
    gtk_header_bar_set_decoration_layout(bar.opaque, ":close")
    return bar
  }

  /// Only the middle scrolls: who asks, the warning and the buttons stay in sight, however much a page has to say.
  private func content(of prompt: Prompt) -> Widget {
    let column = Widgets.column()
    let head = Widgets.column(spacing: 16).styled("prompt-body")
    head.append(Widgets.label(prompt.headline).styled("prompt-headline"), asker(prompt.asker))
    column.append(head)
    if let middle = middle(of: prompt) { column.append(middle) }
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

  private func asker(_ asker: Prompt.Asker) -> Widget {
    let box = Widgets.column(spacing: 2).styled("prompt-asker")
    box.append(Widgets.label(asker.before).styled("prompt-caption"), originLine(asker.name))
    if let after = asker.after { box.append(Widgets.label(after).styled("prompt-caption")) }
    if asker.name.unicodeScalars.count > Self.widestOrigin {
      box.append(Widgets.label("In full: \(asker.name)").styled("prompt-caption"))
    }
    return box
  }

  /// How many characters of an origin are sure to fit.
  private static let widestOrigin = 34

  /// The end of a host says whose it is, so that what does not fit is left out at the start.
  private func originLine(_ name: String) -> Widget {
    let origin = Widgets.label(name, selectable: true).styled("prompt-origin")
    gtk_label_set_wrap(origin.opaque, 0)
    gtk_label_set_ellipsize(origin.opaque, PANGO_ELLIPSIZE_START)
    return origin
  }

  /// Makes room for what has become higher: a window that is there does not do so by itself.
  private func grow() {
    let width = max(gtk_widget_get_width(widget), gint(Self.width))
    var height: gint = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    if height > gtk_widget_get_height(widget) { gtk_window_set_default_size(cwk_window(widget), width, height) }
  }

  /// What scrolls gets lower than it would like where the screen is low, so that all around it stays on the screen.
  private static let leastMiddle = 100

  private func middle(of prompt: Prompt) -> Widget? {
    let column = Widgets.column(spacing: 16).styled("prompt-scroll")
    if !prompt.rows.isEmpty { column.append(PromptRows.grid(prompt.rows)) }
    if let choice { column.append(choice.widget) }
    if !prompt.claims.isEmpty { column.append(PromptRows.claims(prompt.claims)) }
    guard gtk_widget_get_first_child(column) != nil else { return nil }
    // The width is that of the window without its borders and a bar.
    let width = Self.width - 40
    let scroll = Widgets.scroll(column, width: width, from: Self.leastMiddle, upTo: 380)
    gtk_widget_set_vexpand(scroll, 1)
    choice?.onChange = { [weak self] in
      Widgets.fit(scroll, to: column, width: width, from: Self.leastMiddle, upTo: 380)
      guard let self else { return }
      grow()
      // What is approved now is another picture.
      if isSeen { delay.begin() } else { updateApproval() }
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
