#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The payment methods in a window: a list to choose from, and the fields of a new card.
@MainActor final class PaymentMethodsPanel {
  let widget = Widgets.column(spacing: 16)
  let model: PaymentMethodsModel
  /// One row for each payment method, in the order in which they are shown.
  private(set) var rows: [PaymentMethodRow] = []
  /// The fields of a new card; nil while the list is shown.
  private(set) var cardFields: CardFields?
  /// The button that shows the fields of a new card.
  let add: Widget
  /// The button that leaves the list.
  let leave: Widget
  /// Called when the content has changed, and perhaps also its height.
  var onChange: () -> Void = {}

  private let page = Widgets.column(spacing: 16)
  private let scroll: Widget
  private let list = Widgets.column(spacing: 8)
  private let message = Widgets.column(spacing: 8)
  private let notice = NoticeBox()
  private let retryButton: Widget
  private let empty = Widgets.label(PaymentMethodsText.empty).styled("onside-empty")
  private var shownFocus: FocusRequest<PaymentMethodsState.Part>

  init(_ model: PaymentMethodsModel) {
    self.model = model
    shownFocus = model.state.focus
    scroll = Widgets.scroll(list, width: Self.listWidth, upTo: Self.highestList)
    add = ScreenParts.button(PaymentMethodsText.add, "onside-secondary") { model.askForCard() }
    leave = ScreenParts.button(model.state.leave, "onside-quiet") { model.leave() }
    retryButton = ScreenParts.button(PaymentMethodsText.retry, "onside-secondary") { model.load() }
    page.append(ScreenParts.head(PaymentMethodsText.title, PaymentMethodsText.caption))
    if let origin = ScreenParts.requestingOrigin(model.state.requestingOrigin) { page.append(origin) }
    message.append(notice.widget, retryButton, empty)
    page.append(scroll, message, add, leave)
    // Retain the page, because the panel releases it while a card is added.
    g_object_ref_sink(page)
    widget.append(page)
    draw()
    model.onChange = { [weak self] in self?.draw() }
  }

  isolated deinit {
    g_object_unref(page)
  }

  /// The button that loads the list again after an error; nil if there is no error.
  var retry: Widget? { model.state.canRetry ? retryButton : nil }

  /// Moves the focus to the part of the panel that the model has requested.
  func moveFocus() {
    shownFocus = model.state.focus
    gtk_widget_grab_focus(part(shownFocus.part))
  }

  // The width of the window without its borders and a scroll bar.
  private static let listWidth = ScreenStyle.width - 80
  private static let highestList = 330

  private func part(_ part: PaymentMethodsState.Part) -> Widget? {
    switch part {
    case .add: add
    case .retry: retryButton
    case .leave: leave
    case .remove(let id): rows.first { $0.method.id == id }?.remove
    case .keep(let id): rows.first { $0.method.id == id }?.keep
    case .field(let field): cardFields?.entry(of: field)
    }
  }

  // MARK: Content

  private func draw() {
    let state = model.state
    switch state.page {
    case .card:
      let fields = cardFields ?? showCard()
      fields.draw(state)
    case .list:
      if cardFields != nil {
        cardFields = nil
        widget.setContent([page])
      }
      drawList(state)
    }
    onChange()
    if shownFocus != state.focus { moveFocus() }
  }

  private func showCard() -> CardFields {
    let fields = CardFields(model)
    cardFields = fields
    widget.setContent([fields.widget])
    return fields
  }

  private func drawList(_ state: PaymentMethodsState) {
    let methods = state.methods ?? []
    if rows.map(\.method) != methods {
      rows = methods.map { PaymentMethodRow($0, model) }
      list.setContent(rows.map(\.widget))
    }
    for row in rows { row.draw(state) }
    list.setSensitive(state.isIdle)
    add.setSensitive(state.isIdle)
    notice.show(state.notice)
    gtk_widget_set_visible(retryButton, state.canRetry ? 1 : 0)
    gtk_widget_set_visible(empty, state.isEmpty ? 1 : 0)
    // Hide the column if it is empty, because otherwise it would leave a gap.
    gtk_widget_set_visible(message, state.notice != nil || state.isEmpty ? 1 : 0)
    Widgets.fit(scroll, to: list, width: Self.listWidth, upTo: Self.highestList)
    gtk_widget_set_visible(scroll, rows.isEmpty ? 0 : 1)
  }
}
#endif
