import Causeway
import CausewayWebKit
import ExamplePages
import Foundation
import WebKit

/// A page that is part of the app, at an address of its own.
///
/// The pages are not loaded with `loadFileURL(_:allowingReadAccessTo:)`: local files share one origin, `file://`, so that
/// a policy could not tell the pages from each other.
struct ExamplePage {
  private static let scheme = "example"

  /// What the web view loads.
  let url: URL
  /// The origin that the app trusts.
  let origin: Origin
  private let folder: URL

  /// The page of an example, such as `today`.
  init(_ name: String) {
    // To WebKit every host under localhost is a secure context, which crypto.randomUUID() of the pages needs.
    let host = "\(name).localhost"
    let address = "\(Self.scheme)://\(host)/index.html"
    guard let folder = ExamplePages.folder(of: name), let url = URL(string: address) else {
      preconditionFailure("The package ExamplePages has no page \(name)")
    }
    self.folder = folder
    self.url = url
    origin = Origin(scheme: Self.scheme, host: host)
  }

  /// What a web view is made with, so that it finds the page's files.
  @MainActor func makeConfiguration() -> WKWebViewConfiguration {
    let configuration = WKWebViewConfiguration()
    configuration.setURLSchemeHandler(FolderHandler(folder), forURLScheme: Self.scheme)
    return configuration
  }
}
