import Foundation
import OnsideKit

@MainActor func open(_ url: URL) {
  if Onside.handle(url: url) { return }  // the login goes on
  // A URL of your own.
}
