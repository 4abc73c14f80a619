#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import OnsideCore

/// The window of the means of payment.
@MainActor final class PaymentMethodsWindow {
  /// How it came to its end.
  enum End {
    case closed
    case notSupportedInLocalTesting
  }

  let dialog: DialogWindow
  /// The button that closes it.
  private(set) lazy var close = ScreenParts.button("Close", "onside-secondary") { [weak self] in
    self?.end.settle(.success(.closed))
  }
  /// Asks again after an error, if it is there.
  private(set) var retry: Widget?
  /// The rows that are there.
  private(set) var rows: [PaymentMethodRow] = []
  private let screen: OnsidePaymentMethodsScreen
  private let scroll: Widget
  private let list = Widgets.column(spacing: 8)
  private let message = Widgets.column(spacing: 8)
  private let end = Settlement<End>()
  /// Whether the widgets may be gone.
  private var isOver = false
  private var work: Task<Void, Never>?

  /// A window that is not shown yet, and begins to load.
  init(_ screen: OnsidePaymentMethodsScreen, startTimer: @escaping GLibTimer.Start) {
    self.screen = screen
    scroll = Widgets.scroll(list, width: Self.listWidth, upTo: Self.highestList)
    dialog = DialogWindow(title: "Payment methods", width: ScreenStyle.width, startTimer: startTimer)
    ScreenStyle.apply(screen.theme, to: dialog.widget)
    dialog.onDismiss = { [weak self] in self?.end.settle(.success(.closed)) }
    dialog.delay.onChange = { [weak self] in
      guard let self else { return }
      for row in rows { row.canChange = dialog.delay.isOver }
    }
    let body = ScreenParts.body()
    let head = Widgets.column(spacing: 6)
    head.append(
      Widgets.label("Payment methods").styled("onside-title"),
      Widgets.label("What you buy is charged to the default one.").styled("onside-caption"))
    body.append(head)
    if let asker = ScreenParts.asker(screen.shownAsker) { body.append(asker) }
    body.append(scroll, message, close)
    dialog.setContent(body)
    gtk_widget_set_visible(scroll, 0)
    load()
  }

  /// Waits until the user closes it. Cancelling the task closes it.
  func result() async -> End {
    let result = (try? await end.value()) ?? .closed
    isOver = true
    work?.cancel()
    return result
  }

  // The window without its borders and a bar.
  private static let listWidth = ScreenStyle.width - 80
  private static let highestList = 330

  private func fit() {
    Widgets.fit(scroll, to: list, width: Self.listWidth, upTo: Self.highestList)
    gtk_widget_set_visible(scroll, rows.isEmpty ? 0 : 1)
    dialog.update()
  }

  // MARK: What it does

  private func load() {
    let load = screen.load
    perform("Loading …") { () async throws(OnsideServiceError) in try await load() }
  }

  private func use(_ method: OnsidePaymentMethod) {
    let screen = screen
    perform("Changing …") { () async throws(OnsideServiceError) in
      try await screen.use(method.id)
      return try await screen.load()
    }
  }

  private func remove(_ method: OnsidePaymentMethod) {
    let screen = screen
    perform("Removing …") { () async throws(OnsideServiceError) in
      try await screen.remove(method.id)
      return try await screen.load()
    }
  }

  /// Does something that ends with what there is then.
  private func perform(
    _ progress: String, _ body: @escaping @MainActor () async throws(OnsideServiceError) -> [OnsidePaymentMethod]
  ) {
    list.setSensitive(false)
    retry = nil
    message.setContent([ScreenParts.progress(progress)])
    work = Task { [weak self] in
      do throws(OnsideServiceError) {
        let methods = try await body()
        self?.show(methods)
      } catch {
        self?.show(error)
      }
    }
  }

  private func show(_ methods: [OnsidePaymentMethod]) {
    guard !isOver else { return }
    rows = methods.map { method in
      let row = PaymentMethodRow(method)
      row.onUse = { [weak self] in self?.use(method) }
      row.onRemove = { [weak self] in self?.remove(method) }
      row.onChange = { [weak self] in self?.fit() }
      return row
    }
    // Nobody has seen these yet.
    if dialog.isSeen { dialog.delay.begin() }
    list.setContent(rows.map(\.widget))
    list.setSensitive(true)
    message.setContent(rows.isEmpty ? [Widgets.label("There are no payment methods yet.").styled("onside-empty")] : [])
    fit()
  }

  private func show(_ error: OnsideServiceError) {
    guard !isOver else { return }
    // Nothing else can be said of it, by then or later.
    if error == .notSupportedInLocalTesting { end.settle(.success(.notSupportedInLocalTesting)) }
    let retry = ScreenParts.button("Try again", "onside-secondary") { [weak self] in self?.load() }
    self.retry = retry
    list.setSensitive(true)
    message.setContent([ScreenParts.notice(error.userMessage, .error), retry])
    fit()
  }
}
#endif
