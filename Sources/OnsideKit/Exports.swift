@_exported import CausewayDatabase
@_exported import OnsideCore
