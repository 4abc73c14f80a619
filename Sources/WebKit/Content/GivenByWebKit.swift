extension Optional {
  /// What WebKit made an object with. One that an app made, as tests do, has nothing: Apple's has no value there either.
  func givenByWebKit(to object: AnyObject) -> Wrapped {
    guard let self else {
      preconditionFailure("This \(type(of: object)) was not made by WebKit, and does not override what is read")
    }
    return self
  }
}
