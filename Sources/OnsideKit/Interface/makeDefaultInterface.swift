import OnsideCore

/// The screens of this platform.
@MainActor package func makeDefaultInterface() -> any OnsideInterface {
  #if os(Linux)
  WindowInterface()
  #else
  SheetInterface()
  #endif
}
