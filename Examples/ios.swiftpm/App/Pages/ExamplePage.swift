import Causeway
import CausewayWebKit
import ExamplePages
import Foundation
import WebKit

/// A page that is part of the app and has its own origin.
///
/// The pages are not loaded with `loadFileURL(_:allowingReadAccessTo:)`, because local files share one origin,
/// `file://`, and a policy could not distinguish the pages.
struct ExamplePage {
  private static let scheme = "example"

  /// The URL that the web view loads.
  let url: URL
  /// The origin that the app trusts.
  let origin: Origin
  private let folder: URL

  /// Creates the page of an example, such as `today`.
  init(_ name: String) {
    // WebKit treats every host under localhost as a secure context, and the pages need one for crypto.randomUUID().
    let host = "\(name).localhost"
    let address = "\(Self.scheme)://\(host)/index.html"
    guard let folder = ExamplePages.folder(of: name), let url = URL(string: address) else {
      preconditionFailure("The module ExamplePages has no page \(name)")
    }
    self.folder = folder
    self.url = url
    origin = Origin(scheme: Self.scheme, host: host)
  }

  /// Returns the configuration of a web view that can load the page's files.
  @MainActor func makeConfiguration() -> WKWebViewConfiguration {
    let configuration = WKWebViewConfiguration()
    configuration.setURLSchemeHandler(FolderHandler(folder), forURLScheme: Self.scheme)
    return configuration
  }
}
