package causeway.hostkit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.Test;

/** The rules of Bitcoin.com Link that the conformance suite does not check, for the bridge for Android. */
public final class LinkBridgeTest {
  private static final Frame MAIN = new Frame("https://shop.example", true, null);
  private static final String PAYMENT = "{\"to\":\"bitcoincash:q\",\"protocol\":\"BCH\",\"value\":\"0.1\",\"memo\":\"tea\"}";
  private final TestThread main = new TestThread();
  private final TestWallet wallet = new TestWallet(main, TestWallet.User.AGREES);
  private final LinkBridge bridge = new LinkBridge(wallet, main, null);
  private final List<String> answers = new ArrayList<>();
  private int latest;

  private String send(String message, Frame frame, String document) {
    int before = answers.size();
    latest += 1;
    bridge.receive(
        DevTools.object("id", latest, "document", document, "message", message).toString(), frame, answers::add);
    main.runAll();
    return answers.size() == before ? "nothing" : answers.get(before).replace("\"id\":" + latest + ",", "");
  }

  private String send(String command, String data) {
    return send("{\"messageId\":\"m" + latest + "\",\"command\":\"" + command + "\",\"data\":" + data + "}", MAIN, "d");
  }

  @Test public void noCommandRunsWithoutTheUsersApproval() {
    wallet.waits = true;
    assertEquals("nothing", send("sendAssets", PAYMENT));
    assertEquals(List.of(), wallet.done);
    wallet.waiting.get(0).succeed(false);
    main.runAll();
    assertTrue(answers.get(0), answers.get(0).contains("\"type\":\"CANCELED\""));
    wallet.waiting.get(0).succeed(true);
    main.runAll();
    assertEquals("a second decision of the user must have no effect", List.of(), wallet.done);
    assertEquals(1, answers.size());
  }

  @Test public void anApprovalForAPageThatIsGoneHasNoEffect() {
    wallet.waits = true;
    send("sendAssets", PAYMENT);
    bridge.pageDidChange();
    wallet.waiting.get(0).succeed(true);
    main.runAll();
    assertEquals(List.of(), wallet.done);
    // The channel drops an answer to a document that has gone. A document that still exists must get an answer.
    assertEquals(1, answers.size());
    assertTrue(answers.get(0), answers.get(0).contains("\"type\":\"CANCELED\""));
  }

  /**
   * Android reports the start of a page and the page's messages through two queues, so the first message may arrive
   * before the start.
   */
  @Test public void aRequestThatArrivesBeforeTheStartOfItsPageIsAnswered() {
    bridge.receive(DevTools.object("id", 1, "document", "d", "message",
        "{\"messageId\":\"a\",\"command\":\"getInfo\"}").toString(), MAIN, answers::add);
    bridge.pageDidChange();
    main.runAll();
    assertEquals(1, answers.size());
    assertTrue(answers.get(0), answers.get(0).contains("\"version\""));
  }

  @Test public void aRequestOverTheLimitDoesNotEndTheOpenOneWithItsId() {
    wallet.waits = true;
    String message = "{\"messageId\":\"MESSAGE\",\"command\":\"sendAssets\",\"data\":" + PAYMENT + "}";
    for (int number = 0; number < LinkBridge.MAXIMUM_OPEN; number += 1) {
      assertEquals("nothing", send(message.replace("MESSAGE", "m" + number), MAIN, "d"));
    }
    String again = message.replace("MESSAGE", "m0");
    for (int time = 0; time < 2; time += 1) assertEquals("{\"id\":" + (latest + 1) + "}", send(again, MAIN, "d"));
    for (int time = 0; time < 2; time += 1) {
      assertTrue(send(message.replace("MESSAGE", "other"), MAIN, "d").contains("CONNECTION_DENIED"));
    }
    assertEquals("the open requests", LinkBridge.MAXIMUM_OPEN, wallet.asked.size());
  }

  @Test public void anErrorOfTheWalletIsAnsweredOnceWithoutItsText() {
    wallet.isBroken = true;
    assertTrue(send("getInfo", "null").contains("\"version\""));
    assertEquals("the number of answers from a wallet that answers and then throws", 1, answers.size());
    String failed = send("sendAssets", PAYMENT);
    assertTrue(
        failed,
        failed.contains("\"type\":\"SEND_ERROR\",\"description\":\"The wallet could not complete the request.\""));
    assertEquals(2, answers.size());
  }

  @Test public void thePromptShowsTheOriginOfTheFrame() {
    wallet.waits = true;
    send("{\"messageId\":\"a\",\"command\":\"sendAssets\",\"origin\":\"https://bank.example\",\"data\":" + PAYMENT
        + ",\"websiteMetadata\":{\"title\":\"https://bank.example\"}}", MAIN, "d");
    LinkRequest request = wallet.asked.get(0);
    assertEquals("https://shop.example", request.origin);
    assertEquals("https://bank.example", request.websiteMetadata.optString("title"));
    assertEquals("{\"memo\":\"tea\"}", request.otherFields.toString());
    assertTrue("only checked fields", !request.data.has("memo"));
  }

  @Test public void otherFramesGetConnectionDenied() {
    List<Frame> strangers = List.of(
        new Frame("https://evil.example", false, "https://shop.example"), new Frame("null", false, "https://shop.example"),
        new Frame(null, true, null), new Frame("https://shop.example", false, "https://evil.example"),
        new Frame("https://shop.example", false, null), new Frame("null", false, "null"));
    for (Frame frame : strangers) {
      for (String message : List.of("{\"messageId\":\"a\",\"command\":\"getInfo\"}", "{", "{\"messageId\":\"a\"}")) {
        assertTrue(send(message, frame, "d").contains("\"type\":\"CONNECTION_DENIED\""));
      }
    }
    String message = "{\"messageId\":\"a\",\"command\":\"getInfo\"}";
    Frame sameOrigin = new Frame("https://shop.example", false, "https://shop.example:443");
    main.runAll();
    send(message, sameOrigin, "d");
    main.runAll();
    assertTrue(answers.get(answers.size() - 1).contains("\"version\""));
    LinkBridge narrow = new LinkBridge(wallet, main, List.of("https://other.example"));
    narrow.receive(DevTools.object("id", 1, "document", "d", "message", message).toString(), MAIN, answers::add);
    assertTrue(answers.get(answers.size() - 1).contains("CONNECTION_DENIED"));
  }

  @Test public void aSecondRequestWithAnOpenIdIsDroppedWithinItsDocument() {
    wallet.waits = true;
    String message = "{\"messageId\":\"a\",\"command\":\"sendAssets\",\"data\":" + PAYMENT + "}";
    assertEquals("nothing", send(message, MAIN, "d"));
    assertEquals("{\"id\":2}", send(message, MAIN, "d"));
    assertEquals("nothing", send(message, MAIN, "other"));
    assertEquals("nothing", send(message.replace("\"a\"", "7"), MAIN, "d"));
    assertEquals("nothing", send(message.replace("\"a\"", "\"7\""), MAIN, "d"));
    assertEquals(4, wallet.asked.size());
  }

  @Test public void malformedMessagesWithoutAReadableIdAreLeftToThePageScript() {
    String deep = "{\"messageId\":\"a\",\"command\":\"getInfo\",\"data\":" + "[".repeat(100_000);
    for (String message : List.of("", "{", "null", "[]", "{\"messageId\":\"\"}", "{\"messageId\":true}", deep)) {
      assertTrue(send(message, MAIN, "d").startsWith("{\"error\":{\"type\":\"MALFORMED_INPUT\""));
    }
    int before = answers.size();
    for (String text : new String[] {null, "", "{", "[]", "{\"id\":\"a\"}"}) bridge.receive(text, MAIN, answers::add);
    assertEquals(before, answers.size());
  }

  @Test public void amountsAreShownAsPlainDecimals() {
    assertEquals("0.10", Amount.text("0.10"));
    assertEquals("0.0000001", Amount.text("1e-7"));
    assertEquals("0.00000546", Amount.text("5.46E-6"));
    assertEquals("1000000000000000000000", Amount.text("1e+21"));
    assertEquals("0.00000546", Amount.text(546 * 0.00000001));
    assertEquals("0.30000000000000004", Amount.text(0.1 + 0.2));
    assertEquals("9007199254740992", Amount.text(9007199254740993.0));
    assertEquals("2000000000000000", Amount.text(2e15));
    assertEquals("0.0000000000000000000000009", Amount.text(9e-25));
    assertEquals("7", Amount.text(7));
    assertEquals("0", Amount.text(-0.0));
    for (Object wrong : new Object[] {
      "", "-1", "+1", ".5", "1.", "01", "1,5", "0x1", "1e400", "1e99999", "NaN", "٣", "1".repeat(129), -1, -0.5, Double.NaN,
      Double.POSITIVE_INFINITY, 1e300, true, new JSONObject(), null,
    }) {
      assertNull(String.valueOf(wrong), Amount.text(wrong));
    }
  }

  @Test public void invisibleCharactersOfPageTextsAreMadeVisible() {
    assertEquals("a⟨U+202E⟩b⟨U+000A⟩⟨U+200B⟩⟨U+D800⟩é😀", PageText.visible("a\u202eb\n\u200b\ud800é😀"));
  }
}
