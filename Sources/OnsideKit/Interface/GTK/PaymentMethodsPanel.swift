#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The means of payment in a window: a list to choose from, and the fields of a new card.
@MainActor final class PaymentMethodsPanel {
  let widget = Widgets.column(spacing: 16)
  /// Asks again after an error, if it is there.
  private(set) var retry: Widget?
  /// The rows that are there.
  private(set) var rows: [PaymentMethodRow] = []
  /// The fields of a new card, while one is added.
  private(set) var cardForm: CardForm?
  /// Shows the fields of a new card.
  private(set) lazy var add = ScreenParts.button("Add a card", "onside-secondary") { [weak self] in self?.askForCard() }
  /// Leaves the list.
  let leave: Widget
  /// Whether what is there can be used or removed: a press that was meant for something else changes nothing.
  var canChange = false {
    didSet { for row in rows { row.canChange = canChange } }
  }
  /// Called when there is more or less in it.
  var onChange: () -> Void = {}
  /// Called when rows are there that nobody has seen yet.
  var onNews: () -> Void = {}
  /// Called when there are no means of payment at all, in local testing.
  var onNotSupported: () -> Void = {}
  /// Called when another part of it is to have the focus.
  var onFocus: (Widget) -> Void = { _ in }

  private let screen: OnsidePaymentMethodsScreen
  private let page = Widgets.column(spacing: 16)
  private let scroll: Widget
  private let list = Widgets.column(spacing: 8)
  private let message = Widgets.column(spacing: 8)
  private var isOver = false
  private var work: Task<Void, Never>?

  /// - Parameters:
  ///   - leave: the button below the list.
  init(_ screen: OnsidePaymentMethodsScreen, leave: Widget) {
    self.screen = screen
    self.leave = leave
    scroll = Widgets.scroll(list, width: Self.listWidth, upTo: Self.highestList)
    let head = Widgets.column(spacing: 6)
    head.append(
      Widgets.label("Payment methods").styled("onside-title"),
      Widgets.label("What you buy is charged to the default one.").styled("onside-caption"))
    page.append(head)
    if let asker = ScreenParts.asker(screen.shownAsker) { page.append(asker) }
    page.append(scroll, message, add, leave)
    // The panel lets go of it while a card is added.
    g_object_ref_sink(page)
    widget.append(page)
    gtk_widget_set_visible(scroll, 0)
    add.setSensitive(false)
    load()
  }

  isolated deinit {
    g_object_unref(page)
  }

  /// Ends what is under way: the widgets may be gone.
  func end() {
    isOver = true
    work?.cancel()
  }

  // The window without its borders and a bar.
  private static let listWidth = ScreenStyle.width - 80
  private static let highestList = 330

  private func fit() {
    Widgets.fit(scroll, to: list, width: Self.listWidth, upTo: Self.highestList)
    gtk_widget_set_visible(scroll, rows.isEmpty ? 0 : 1)
    onChange()
  }

  // MARK: A new card

  private func askForCard() {
    let form = CardForm()
    form.onBack = { [weak self] in self?.leaveCard() }
    form.onSubmit = { [weak self] in self?.addCard($0) }
    form.onChange = { [weak self] in self?.onChange() }
    cardForm = form
    widget.setContent([form.widget])
    onChange()
    onFocus(form.number.entry)
  }

  private func leaveCard() {
    cardForm = nil
    widget.setContent([page])
    onChange()
    onFocus(add)
  }

  private func addCard(_ card: OnsideCard) {
    let screen = screen
    cardForm?.showProgress("Adding …")
    work = Task { [weak self] in
      do throws(OnsideServiceError) {
        try await screen.add(card)
        let methods = try await screen.load()
        self?.didAdd(methods)
      } catch {
        guard let self, !isOver else { return }
        cardForm?.showProblem(error.userMessage)
      }
    }
  }

  private func didAdd(_ methods: [OnsidePaymentMethod]) {
    guard !isOver else { return }
    leaveCard()
    show(methods)
    onFocus(leave)
  }

  // MARK: What is there

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
    add.setSensitive(false)
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
    onNews()
    list.setContent(rows.map(\.widget))
    list.setSensitive(true)
    add.setSensitive(true)
    message.setContent(
      rows.isEmpty
        ? [Widgets.label("There are no payment methods yet. Add a card to pay with.").styled("onside-empty")] : [])
    fit()
    if rows.isEmpty { onFocus(add) }
  }

  private func show(_ error: OnsideServiceError) {
    guard !isOver else { return }
    // Nothing else can be said of it, by then or later.
    if error == .notSupportedInLocalTesting { onNotSupported() }
    let retry = ScreenParts.button("Try again", "onside-secondary") { [weak self] in self?.load() }
    self.retry = retry
    list.setSensitive(true)
    message.setContent([ScreenParts.notice(error.userMessage, .error), retry])
    fit()
  }
}
#endif
