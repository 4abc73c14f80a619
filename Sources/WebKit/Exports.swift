// Apple's WebKit module re-exports Foundation; on Linux the URL loading types are in a separate module.
@_exported import Foundation
@_exported import FoundationNetworking
