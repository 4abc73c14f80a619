import Foundation
import OnsideKit

@MainActor func open(_ url: URL) {
  if Onside.handle(url: url) { return }  // the URL belongs to a login
  // Handle your app's own URLs here.
}
