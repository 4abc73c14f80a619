import CausewayContract
import CausewayJSON
import Foundation
import ProgramTestSupport
import Testing

/// A contract as TypeScript: the text, and what the TypeScript compiler says of it.
@Suite("Contracts as TypeScript") struct TypeScriptTests {
  private static let shop = Contract(
    name: "Shop",
    members: [
      Contract.Member(
        "share", caller: .page, form: .call, parameters: .value(.reference("Share")), result: .value(.boolean),
        errors: ["NotSignedIn"], documentation: "Shares an item.", deprecation: "Use send."),
      Contract.Member("ping", caller: .page, form: .call),
      Contract.Member("find", caller: .page, form: .call, parameters: .value(.optional(.string)), result: .bytes),
      Contract.Member(
        "prices", caller: .page, form: .stream, parameters: .value(.string), elements: .value(.reference("Price"))),
      Contract.Member(
        "report.save", caller: .page, form: .upload, parameters: .value(.string), elements: .bytes,
        result: .value(.integer(0...255))),
      Contract.Member("report.constructor", caller: .page, form: .call, result: .value(.reference("Size"))),
      Contract.Member("report", caller: .page, form: .call),
      Contract.Member("opened", caller: .page, form: .event, parameters: .value(.reference("Share"))),
      Contract.Member("maybe.then", caller: .page, form: .call),
      Contract.Member("title", caller: .app, form: .call, parameters: .value(.number), result: .value(.string)),
      Contract.Member("scores.of", caller: .app, form: .stream, elements: .value(.number)),
      Contract.Member("theme", caller: .app, form: .event, parameters: .value(.reference("Theme"))),
    ],
    errors: [
      .init("NotSignedIn", code: "NOT_SIGNED_IN", details: .reference("Price"), documentation: "Sign in */ first.")
    ],
    types: [
      "Share": .object([.init("text", .string), .init("url", .optional(.string), isRequired: false)]),
      "Price": .object([.init("amount", .number), .init("by day", .dictionary(.array(.optional(.number))))]),
      "Payment": .union([.init("card", .object([.init("number", .string)])), .init("cash", .object([]))]),
      "Size": .constants(["small", "L", 3]),
      "Theme": .object([.init("name", .string), .init("payment", .reference("Payment"))]),
      "class": .object([.init("new", .boolean), .init("children", .array(.reference("class")))]),
      "ShopEvents": .string,
      "Promise": .object([]),
    ])

  private static let usage = """
    import { type Payment, type Shop, type ShopHandlers, NotSignedIn } from "./shop";
    declare const shop: Shop;
    export async function use(): Promise<void> {
      const isShared: boolean = await shop.share({ text: "a" }, { timeout: 5 });
      await shop.share({ text: "a", url: undefined });
      await shop.share({ text: "a", url: null });
      await shop.ping();
      await shop.report();
      const size: "small" | "L" | 3 = await shop.report.constructor();
      const found: ArrayBuffer = await shop.find();
      const count: number = await shop.report.save("June", new Blob(["a"]));
      for await (const { amount } of shop.prices("BTC")) if (amount > 1) break;
      shop.opened({ text: "a" });
      const end: () => void = shop.on.theme(({ name, payment }) => name + text(payment));
      shop.handle({ title: (length) => "a".slice(0, length), scores: { async *of() { yield 1; } } });
      try {
        await shop.ping();
      } catch (error) {
        if (error instanceof shop.errors.NotSignedIn) console.log(error.code === "NOT_SIGNED_IN", error.details.amount);
      }
      console.log(isShared, size, found, count, end, NotSignedIn);
      // @ts-expect-error: the text is missing
      await shop.share({ url: "a" });
      // @ts-expect-error: the type of the result
      const wrong: string = await shop.report.save("June", new Blob(["a"]));
      // @ts-expect-error: there is no such function
      shop.unknown();
      // @ts-expect-error: the page does not make a member named `then`
      shop.maybe;
      // @ts-expect-error: the answer is a text
      const handlers: ShopHandlers = { title: () => 7 };
      console.log(wrong, handlers);
    }
    function text(payment: Payment): string {
      return "card" in payment && payment.card ? payment.card.number : "cash";
    }
    """

  @Test func namedTypesErrorsAndFunctionsAreDeclared() {
    let text = Self.shop.typeScript
    #expect(text.contains("export interface Share {\n  text: string;\n  url?: string | null | undefined;\n}\n"))
    #expect(text.contains("export type Size = \"small\" | \"L\" | 3;\n"))
    #expect(text.contains("  | { card: { number: string }; cash?: never }\n  | { cash: {}; card?: never };\n"))
    #expect(text.contains("/** Sign in *\\/ first. */\nexport class NotSignedIn extends Error {\n"))
    #expect(
      text.contains(
        "  /**\n   * Shares an item.\n   * @deprecated Use send.\n   */\n"
          + "  share(parameters: Share, options?: CausewayCallOptions): Promise<boolean>;\n"))
  }

  @Test func theOrderOfTheDeclarationDoesNotMatter() {
    var other = Self.shop
    other.members.reverse()
    #expect(other.typeScript == Self.shop.typeScript)
  }

  @Test func theCompilerAcceptsTheDeclarationsAndFindsWrongUses() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a temporary folder that stays does no harm
    let types = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Types/causeway.d.ts").standardizedFileURL
    try Self.shop.typeScript.write(to: folder.appendingPathComponent("shop.d.ts"), atomically: true, encoding: .utf8)
    try Self.usage.write(to: folder.appendingPathComponent("usage.ts"), atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "tsc", "--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2022", "--lib",
      "es2022,dom,dom.iterable", folder.appendingPathComponent("usage.ts").path, types.path,
    ]
    let output = Pipe()
    compiler.standardOutput = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(text)")
  }
}
