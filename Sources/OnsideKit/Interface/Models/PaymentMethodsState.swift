import CausewayText
import OnsideCore

/// The state of a payment methods screen, which shows the list of payment methods, or the form for a new card.
package struct PaymentMethodsState: Hashable {
  package enum Page: Hashable {
    case list
    case card
  }

  /// The store request that is in progress.
  package enum Work: Hashable {
    case loading, adding, changing, removing
  }

  /// A part of the screen that can get the focus.
  package enum Part: Hashable {
    case add, retry, leave
    case remove(OnsidePaymentMethod.ID)
    case keep(OnsidePaymentMethod.ID)
    case field(CardInput.Field)
  }

  /// The requesting origin with all characters visible; nil for the app itself.
  package let requestingOrigin: String?
  /// The title of the button that leaves the list.
  package let leave: String
  package var page = Page.list
  /// The payment methods, in their last known state; nil before the store has reported them.
  package var methods: [OnsidePaymentMethod]?
  /// The id of the payment method whose removal the user must confirm; nil if the screen shows no such question.
  package var removalCandidate: OnsidePaymentMethod.ID?
  package var card = CardForm()
  package var work: Work?
  /// The error text for the user; nil if there is no error.
  package var problem: String?
  /// Whether the list has been visible long enough to be changed. Without this delay, a press that was meant for
  /// something else could change the list.
  package var isRead = false
  package var focus = FocusRequest(Part.leave)

  /// Whether no request is in progress. Then the button that opens the card form is enabled.
  package var isIdle: Bool { work == nil }
  /// Whether the buttons that change the list are enabled.
  package var canChange: Bool { isIdle && isRead }
  /// Whether the fields and buttons of the card form are enabled, which is also true while the list is loading.
  package var canEditCard: Bool { work != .adding }
  /// Whether the list has a button that loads it again.
  package var canRetry: Bool { isIdle && problem != nil }
  /// Whether the screen shows the text for an empty list.
  package var isEmpty: Bool { isIdle && problem == nil && (methods ?? []).isEmpty }

  package var notice: ScreenNotice? {
    switch work {
    case .loading where page == .list: .progress("Loading …")
    case .adding: .progress("Adding …")
    case .changing: .progress("Changing …")
    case .removing: .progress("Removing …")
    case .loading, nil: problem.map(ScreenNotice.error)
    }
  }
}

/// The constant texts of a payment methods screen.
package enum PaymentMethodsText {
  package static let title = "Payment methods"
  package static let caption = "Purchases are charged to the default method."
  package static let empty = "There are no payment methods yet. Add a card to pay with."
  package static let add = "Add a card"
  package static let retry = "Try again"
  package static let isDefault = "Default"
  package static let use = "Use"
  package static let remove = "Remove"
  package static let keep = "Keep"
  package static let close = "Close"
  package static let done = "Done"

  package static let cardCaption = "The store keeps the last four digits, not the whole number."
  package static let addCard = "Add card"
  package static let back = "Back"

  package static func question(about method: OnsidePaymentMethod) -> String { "Remove \(method.shownTitle)?" }

  package static func name(of field: CardInput.Field) -> String {
    switch field {
    case .number: "Card number"
    case .expiry: "Expires"
    case .securityCode: "Security code"
    }
  }

  package static func example(of field: CardInput.Field) -> String {
    switch field {
    case .number: "4242 4242 4242 4242"
    case .expiry: "MM/YY"
    case .securityCode: "123"
    }
  }
}

extension OnsidePaymentMethod {
  /// The title with all characters visible.
  package var shownTitle: String { PageText(title).shown(limit: 60) }
  /// The second line with all characters visible; nil if there is none.
  package var shownDetail: String? { detail.map { PageText($0).shown(limit: 60) } }
}
