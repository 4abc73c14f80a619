@_exported import OnsideCore
