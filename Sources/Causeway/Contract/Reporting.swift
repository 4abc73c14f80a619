import CausewayContract
import CausewayJSON

/// The declaration of a function whose progress has a type: an ``AppFunction``, an ``AppUpload`` or a ``PageFunction``.
///
///     let export = AppFunction<Int, String>("export").reporting(Stage.self)
///
/// Without it, progress has any type; by convention, it is the fraction that is done, from 0 to 1.
public struct Reporting<Function: Sendable, Progress: Codable & Sendable>: ContractMember {
  let declaration: Declaration

  fileprivate init(_ declaration: Declaration) {
    self.declaration = Declaration(
      declaration,
      adding: { member, table in
        if case .value(let schema) = table.content(of: Progress.self) { member.progress = schema }
      })
  }
}

extension AppFunction {
  /// Declares the type of the progress values that the function reports before its result. The handler reports a value
  /// by `call.report(_:)`, and `onProgress` in the page gets the value.
  public func reporting<Progress: Codable & Sendable>(_ type: Progress.Type) -> Reporting<Self, Progress> {
    Reporting(declaration)
  }
}

extension AppUpload {
  /// Declares the type of the progress values that the handler reports before its result.
  public func reporting<Progress: Codable & Sendable>(_ type: Progress.Type) -> Reporting<Self, Progress> {
    Reporting(declaration)
  }
}

extension PageFunction {
  /// Declares the type of the progress values that the page reports before its result. The page reports a value by
  /// `context.report(value)`, and `onProgress` in the app gets the value.
  public func reporting<Progress: Codable & Sendable>(_ type: Progress.Type) -> Reporting<Self, Progress> {
    Reporting(declaration)
  }
}

/// Information for a handler about the request that it answers, and the way to report progress of the declared type.
@dynamicMemberLookup public struct ReportingCall<Progress: Codable & Sendable>: Sendable {
  /// The call.
  public let call: Call

  /// Reports progress to the page, as `Call/report(_:)` does.
  @MainActor public func report(_ progress: Progress) throws { try call.report(progress) }

  /// A property of ``call``.
  public subscript<Value>(dynamicMember member: KeyPath<Call, Value>) -> Value { call[keyPath: member] }
}

// MARK: Handlers

extension Reporting {
  /// Creates the capability that serves the function. `AppFunction/handler(policy:deadline:sensitivity:_:)` describes the
  /// parameters.
  @_disfavoredOverload  // if the result is `Nothing`, Swift must choose the overload for closures that return no value
  public func handler<Parameters, Result: Codable>(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, ReportingCall<Progress>) async throws -> Result
  ) -> Capability where Function == AppFunction<Parameters, Result> {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returning { json, call in
        try encodeResult(try await handle(json.decodeParameters(), ReportingCall(call: call)))
      })
  }

  /// Creates the capability that serves the function, which has no result.
  public func handler<Parameters>(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, ReportingCall<Progress>) async throws -> Void
  ) -> Capability where Function == AppFunction<Parameters, Nothing> {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returning { json, call in
        try await handle(json.decodeParameters(), ReportingCall(call: call))
        return nil
      })
  }

  /// Creates the capability that serves the function, which returns bytes.
  public func handler<Parameters>(
    policy: Policy? = nil, deadline: Capability.Deadline = .standard, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, ReportingCall<Progress>) async throws -> Bytes
  ) -> Capability where Function == AppFunction<Parameters, Bytes> {
    Capability(
      declaration, policy, deadline, sensitivity,
      .returningBytes { json, call in try await handle(json.decodeParameters(), ReportingCall(call: call)) })
  }

  /// Creates the capability that serves the upload. `AppUpload/handler(policy:deadline:sensitivity:_:)` describes the
  /// parameters.
  public func handler<Parameters, Element: Codable, Result>(
    policy: Policy? = nil, deadline: Capability.Deadline = .never, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, PageValues<Element>, ReportingCall<Progress>) async throws -> Result
  ) -> Capability where Function == AppUpload<Parameters, Element, Result> {
    Capability(
      declaration, policy, deadline, sensitivity,
      .receiving(.values) { json, call, source in
        try encodeResult(
          try await handle(json.decodeParameters(), source.values(of: Element.self), ReportingCall(call: call)))
      })
  }

  /// Creates the capability that serves the upload of bytes.
  public func handler<Parameters, Result>(
    policy: Policy? = nil, deadline: Capability.Deadline = .never, sensitivity: Capability.Sensitivity = [],
    _ handle: @escaping @MainActor (Parameters, PageValues<Bytes>, ReportingCall<Progress>) async throws -> Result
  ) -> Capability where Function == AppUpload<Parameters, Bytes, Result> {
    Capability(
      declaration, policy, deadline, sensitivity,
      .receiving(.bytes) { json, call, source in
        try encodeResult(try await handle(json.decodeParameters(), source.pieces, ReportingCall(call: call)))
      })
  }
}
