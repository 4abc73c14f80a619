import Foundation

/// The page with the store's clock.
struct ClockPage {
  var clock: ClockReading

  var lead: Markup { "Subscriptions renew and expire by this clock. It can be moved forward, but not back." }

  var content: Markup {
    """
    <section class="clock card">
    <p class="time">\(clock.markup)</p>
    <p class="description">\(pace)</p>
    <form method="post" action="/clock/advance">
    <div class="steps">\(ClockStep.allCases.map { "<button name=\"by\" value=\"\($0.rawValue)\">+ 1 \($0.rawValue)</button>" as Markup })</div>
    </form>
    <p class="hint">Subscriptions that become due in that time renew, and their accounts' test cards are charged. A
    declined renewal is tried again; the <a href="/subscriptions">subscriptions</a> show until when.</p>
    <form method="post" action="/clock/rate">
    <label>Store seconds per real second
    <input name="rate" value="\(plainRate)" inputmode="decimal" required autocomplete="off"></label>
    <button>Set</button>
    </form>
    <p class="hint">1 is real time, 86400 is a day per second, and 0 stops the clock.</p>
    </section>
    """
  }

  private var pace: String {
    switch clock.rate {
    case 0: "The clock is stopped."
    case 1: "The clock runs in real time."
    default: "The clock runs \(PageStrings.number(clock.rate)) times as fast as real time."
    }
  }

  private var plainRate: String { clock.rate == clock.rate.rounded() ? "\(Int(clock.rate))" : "\(clock.rate)" }
}

extension ClockReading {
  /// The store's time as HTML. The pages' script reads the attributes, and lets the time tick.
  var markup: Markup {
    let milliseconds = Int(now.milliseconds)
    return "<time data-now=\"\(milliseconds)\" data-rate=\"\(String(rate))\">\(PageStrings.dateAndTime(now))</time>"
  }
}

/// The step by which a button moves the clock forward.
enum ClockStep: String, CaseIterable {
  case day, week, month, year

  /// Returns the length of the step from `start`, in seconds, by the calendar in UTC.
  func seconds(from start: Date) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let component: Calendar.Component =
      switch self {
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    let end = calendar.date(byAdding: component, value: 1, to: start) ?? start
    return Int(end.timeIntervalSince(start))
  }
}
