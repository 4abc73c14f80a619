/// The HTTP interface of the sandbox store.
public enum SandboxInterface {
  /// The description of the interface: OpenAPI 3.1, in YAML.
  public static let openAPI = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
}
