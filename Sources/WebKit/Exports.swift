// Apple's WebKit brings Foundation with it, and on Linux a part of Foundation lives in a module of its own.
@_exported import Foundation
@_exported import FoundationNetworking
