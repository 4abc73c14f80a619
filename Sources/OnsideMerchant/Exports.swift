@_exported import OnsideHistory
