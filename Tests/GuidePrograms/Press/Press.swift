import WebKit

@main struct Press {
  @MainActor static func main() {
    guard CommandLine.arguments.count == 3, let url = URL(string: CommandLine.arguments[1]) else {
      print("Usage: press URL FILE.pdf")
      exit(64)
    }
    Task {
      do {
        let page = WebPage()
        for try await _ in page.load(url) {}
        try await page.printPDF(on: .a4).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
        exit(0)
      } catch {
        print("press: \(error)")
        exit(1)
      }
    }
    GLibMainLoop.run()
  }
}
