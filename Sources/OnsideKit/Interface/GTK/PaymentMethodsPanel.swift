#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The payment methods in a window: a list to choose from, and the fields of a new card.
@MainActor final class PaymentMethodsPanel {
  let widget = Widgets.column(spacing: 16)
  let flow: PaymentMethodsFlow
  /// The button that loads the list again after an error; nil if there is no error.
  private(set) var retry: Widget?
  /// The rows of the list.
  private(set) var rows: [PaymentMethodRow] = []
  /// The fields of a new card; nil while the list is shown.
  private(set) var cardFields: CardFields?
  /// The button that shows the fields of a new card.
  private(set) lazy var add = ScreenParts.button("Add a card", "onside-secondary") { [weak self] in
    self?.flow.askForCard()
  }
  /// The button that leaves the list.
  let leave: Widget
  /// Whether the rows' buttons are enabled. At first they are not, so that a press that was meant for something else
  /// changes nothing.
  var canChange = false {
    didSet { for row in rows { row.canChange = canChange } }
  }
  /// Called when the content has changed, and so perhaps its height.
  var onChange: () -> Void = {}
  /// Called when the list has changed, so that the user has not seen it yet.
  var onNews: () -> Void = {}
  /// Called with the part of the panel that must get the focus.
  var onFocus: (Widget) -> Void = { _ in }

  private let page = Widgets.column(spacing: 16)
  private let scroll: Widget
  private let list = Widgets.column(spacing: 8)
  private let message = Widgets.column(spacing: 8)
  private var shownMethods: [OnsidePaymentMethod]?
  private var shownWork: PaymentMethodsFlow.Work?

  /// - Parameters:
  ///   - leave: the button below the list.
  init(_ screen: OnsidePaymentMethodsScreen, leave: Widget) {
    flow = PaymentMethodsFlow(screen)
    self.leave = leave
    scroll = Widgets.scroll(list, width: Self.listWidth, upTo: Self.highestList)
    let head = Widgets.column(spacing: 6)
    head.append(
      Widgets.label("Payment methods").styled("onside-title"),
      Widgets.label("Purchases are charged to the default method.").styled("onside-caption"))
    page.append(head)
    if let requestingOrigin = ScreenParts.requestingOrigin(screen.shownOrigin) { page.append(requestingOrigin) }
    page.append(scroll, message, add, leave)
    // Retain the page, because the panel releases it while a card is added.
    g_object_ref_sink(page)
    widget.append(page)
    gtk_widget_set_visible(scroll, 0)
    flow.onChange = { [weak self] in self?.update() }
    flow.onNews = { [weak self] in self?.onNews() }
    flow.load()
  }

  isolated deinit {
    g_object_unref(page)
  }

  /// Stops loading. A change that is in progress continues.
  func end() { flow.end() }

  // The width of the window without its borders and a scroll bar.
  private static let listWidth = ScreenStyle.width - 80
  private static let highestList = 330

  private func fit() {
    Widgets.fit(scroll, to: list, width: Self.listWidth, upTo: Self.highestList)
    gtk_widget_set_visible(scroll, rows.isEmpty ? 0 : 1)
    onChange()
  }

  // MARK: Content

  private func update() {
    switch flow.page {
    case .card: updateCard()
    case .list: updateList()
    }
  }

  private func updateCard() {
    let fields = cardFields ?? showCard()
    // The list may be loading meanwhile. The user can type nevertheless.
    fields.show(progress: flow.work == .adding ? flow.work?.text : nil, problem: flow.problem)
  }

  private func showCard() -> CardFields {
    let fields = CardFields()
    fields.onBack = { [weak self] in self?.flow.leaveCard() }
    fields.onSubmit = { [weak self] in self?.flow.add($0) }
    fields.onEdit = { [weak self] in self?.flow.forgetProblem() }
    fields.onChange = { [weak self] in self?.onChange() }
    cardFields = fields
    widget.setContent([fields.widget])
    onChange()
    onFocus(fields.number.entry)
    return fields
  }

  private func updateList() {
    let isBackFromCard = cardFields != nil
    if isBackFromCard {
      cardFields = nil
      widget.setContent([page])
    }
    let isFirst = shownMethods == nil
    let hasEnded = shownWork != nil && flow.work == nil
    shownWork = flow.work
    if shownMethods != flow.methods { showRows() }
    list.setSensitive(flow.work == nil)
    add.setSensitive(flow.work == nil)
    showMessage()
    fit()
    if isBackFromCard { onFocus(flow.work == nil ? add : leave) }
    if hasEnded { focusNext(isFirst) }
  }

  /// Moves the focus to where the user is likely to continue, because the button that was pressed was disabled
  /// meanwhile and has lost the focus.
  private func focusNext(_ isFirst: Bool) {
    if let retry { onFocus(retry) } else if rows.isEmpty { onFocus(add) } else if !isFirst { onFocus(leave) }
  }

  private func showRows() {
    shownMethods = flow.methods
    rows = (flow.methods ?? []).map { method in
      let row = PaymentMethodRow(method)
      row.onUse = { [weak self] in self?.flow.use(method) }
      row.onRemove = { [weak self] in self?.flow.remove(method) }
      row.onChange = { [weak self] in self?.fit() }
      row.canChange = canChange
      return row
    }
    list.setContent(rows.map(\.widget))
  }

  private func showMessage() {
    retry = nil
    if let work = flow.work {
      message.setContent([ScreenParts.progress(work.text)])
    } else if let problem = flow.problem {
      let retry = ScreenParts.button("Try again", "onside-secondary") { [weak self] in self?.flow.load() }
      self.retry = retry
      message.setContent([ScreenParts.notice(problem, .error), retry])
    } else if rows.isEmpty {
      let text = "There are no payment methods yet. Add a card to pay with."
      message.setContent([Widgets.label(text).styled("onside-empty")])
    } else {
      message.setContent([])
    }
    // Hide the column if it is empty, because otherwise it would leave a gap.
    gtk_widget_set_visible(message, gtk_widget_get_first_child(message) == nil ? 0 : 1)
  }
}
#endif
