import CausewayHTTP
import Testing

@Suite("The router") struct RouterTests {
  private var router: Router {
    var router = Router()
    router.on("GET", "/") { _, _ in .text(200, "root") }
    router.on("GET", "/orders/{id}") { _, parameters in .text(200, "order " + parameters["id"]) }
    router.on("DELETE", "/orders/{order}") { _, parameters in .text(200, "no order " + parameters["order"]) }
    router.on("GET", "/orders/all") { _, _ in .text(200, "all") }
    router.on("GET", "/{a}/all") { _, parameters in .text(200, "all of " + parameters["a"]) }
    return router
  }

  private func ask(_ method: String, _ path: String...) async -> HTTPResponse {
    await router.answer(HTTPRequest(method: method, path: path))
  }

  private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test("A name in a pattern matches one decoded segment") func parameters() async {
    #expect(await text(ask("GET", "orders", "a/b")) == "order a/b")
    #expect(await text(ask("DELETE", "orders", "1")) == "no order 1")
    #expect(await text(ask("GET")) == "root")
  }

  @Test("A route with plain text is preferred to a route with a name") func plainer() async {
    #expect(await text(ask("GET", "orders", "all")) == "all")
    #expect(await text(ask("GET", "things", "all")) == "all of things")
  }

  @Test("A path without a route is answered with 404") func notFound() async {
    #expect(await ask("GET", "nothing").status == 404)
    #expect(await ask("GET", "orders", "1", "2").status == 404)
    #expect(await ask("GET", "orders", "1", "").status == 404)
  }

  @Test("A method without a route is answered with 405 and the allowed methods") func methodNotAllowed() async {
    let response = await ask("POST", "orders", "1")
    #expect(response.status == 405)
    #expect(response[field: "Allow"] == "DELETE, GET, HEAD")
  }

  @Test("HEAD is answered like GET") func head() async {
    #expect(await text(ask("HEAD", "orders", "1")) == "order 1")
  }

  @Test("An app can replace the answers 404 and 405") func otherWords() async {
    var router = router
    router.notFound = { _ in HTTPResponse(404, "application/problem+json") }
    router.methodNotAllowed = { _, _ in HTTPResponse(405, "application/problem+json") }
    #expect(
      await router.answer(HTTPRequest(method: "GET", path: ["x"]))[field: "Content-Type"] == "application/problem+json")
    let response = await router.answer(HTTPRequest(method: "PUT", path: []))
    #expect(response[field: "Content-Type"] == "application/problem+json")
    #expect(response[field: "Allow"] == "GET, HEAD")
  }
}
