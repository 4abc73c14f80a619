/// What the sandbox store can be asked over HTTP.
public enum SandboxInterface {
  /// Its description: OpenAPI 3.1, in YAML.
  public static let openAPI = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
}
