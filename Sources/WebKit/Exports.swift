// Apple's WebKit module brings Foundation with it; on Linux the URL loading types live in a module of their own.
@_exported import Foundation
@_exported import FoundationNetworking
