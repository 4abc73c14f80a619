package causeway.hostkit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.json.JSONObject;
import org.junit.Test;

/** The rules of the Today contract that the bridge for Android keeps. */
public final class TodayBridgeTest {
  private static final Frame MAIN = new Frame("https://news.example", true, "https://news.example");
  private final TestThread main = new TestThread();
  private final TestToday app = new TestToday(main);
  private final TodayBridge bridge = new TodayBridge(app, app, main, List.of("https://news.example"), "android");
  private final List<String> answers = new ArrayList<>();

  private String send(String text, Frame frame) {
    int before = answers.size();
    bridge.receive(text, frame, answers::add);
    main.runAll();
    return answers.size() == before ? "nothing" : String.join(" ", answers.subList(before, answers.size()));
  }

  private String send(String text) {
    return send(text, MAIN);
  }

  @Test public void trackEnrichesAndForwards() throws Exception {
    assertEquals("{\"id\":1}", send("{\"id\":1,\"type\":\"track\",\"ename\":\"seen\",\"parameters\":{\"n\":1.5,"
        + "\"text\":\"a\",\"flag\":true,\"list\":[1],\"map\":{},\"nothing\":null,\"sid\":\"page\",\"uid\":\"page\"}}"));
    assertEquals(List.of("seen"), app.events);
    JSONObject event = app.properties.get(0);
    assertEquals(1.5, event.getDouble("n"), 0);
    assertTrue(event.getBoolean("flag"));
    for (String dropped : List.of("list", "map", "nothing")) assertFalse(dropped, event.has(dropped));
    assertEquals("base fields replace the page's fields", "s1", event.getString("sid"));
    assertTrue("uid must be null without a user", event.isNull("uid"));
    assertEquals("{\"edition\":\"morning\"}", event.getJSONObject("ctx").toString());
    assertEquals("android", event.getString("client_plat"));
    assertEquals(TimeZone.getDefault().getID(), event.getString("tz"));
    assertEquals(36, event.getString("eid").length());
    assertTrue(event.getLong("ts") > 1_600_000_000_000L);
  }

  @Test public void anEventWithoutANameIsIgnored() {
    for (String name : List.of("", ",\"ename\":\"\"", ",\"ename\":5", ",\"ename\":null")) {
      assertEquals("{\"id\":1}", send("{\"id\":1,\"type\":\"track\"" + name + "}"));
    }
    assertEquals(List.of(), app.events);
  }

  @Test public void trackIsServedFromEveryFrameUnlessRestricted() {
    Frame stranger = new Frame("https://evil.example", false, "https://news.example");
    send("{\"id\":1,\"type\":\"track\",\"ename\":\"a\"}", stranger);
    bridge.restrictTrackToMainFrame(true);
    assertEquals("{\"id\":2}", send("{\"id\":2,\"type\":\"track\",\"ename\":\"b\"}", stranger));
    send("{\"id\":3,\"type\":\"track\",\"ename\":\"c\"}");
    assertEquals(List.of("a", "c"), app.events);
  }

  @Test public void headersAnswersAnObjectOfStringsWithoutEmptyEntries() {
    app.headers.put("X-None", null);
    assertEquals("{\"id\":1,\"result\":{\"X-Today-Client\":\"host-kit\"}}", send("{\"id\":1,\"type\":\"headers\"}"));
  }

  @Test public void concurrentRefreshTokenCallsShareOneRefresh() {
    for (int id = 1; id <= 3; id += 1) bridge.receive("{\"id\":" + id + ",\"type\":\"refreshToken\"}", MAIN, answers::add);
    main.runAll();
    assertEquals(1, app.refreshes);
    assertEquals(3, answers.size());
    for (String answer : answers) assertTrue(answer, answer.endsWith("\"result\":{\"authorization\":\"Bearer token1\"}}"));
    assertTrue("a later call must refresh again", send("{\"id\":4,\"type\":\"refreshToken\"}").contains("Bearer token2"));
  }

  @Test public void onlyRefreshTokenRejectsWithTheTextOfAPageError() {
    app.failure = new PageError("You are signed out.");
    assertEquals("{\"id\":1,\"error\":\"You are signed out.\"}", send("{\"id\":1,\"type\":\"refreshToken\"}"));
    app.failure = new PageError(" ");
    assertEquals("{\"id\":2,\"error\":\"The session could not be refreshed. Sign in again.\"}",
        send("{\"id\":2,\"type\":\"refreshToken\"}"));
    assertEquals("{\"id\":3,\"result\":{\"ok\":false}}",
        send("{\"id\":3,\"type\":\"establishSession\",\"refresh\":true}"));
  }

  @Test public void anAppThatThrowsOrNeverAnswersGivesTheQuietAnswers() {
    String[] quiet = {
      "{\"id\":1}", "{\"id\":2,\"result\":{}}",
      "{\"id\":3,\"error\":\"The session could not be refreshed. Sign in again.\"}", "{\"id\":4,\"result\":{\"ok\":false}}",
      "{\"id\":5,\"result\":{\"ok\":false}}",
    };
    String[] messages = {
      "\"track\",\"ename\":\"x\"", "\"headers\"", "\"refreshToken\"", "\"establishSession\"",
      "\"establishSession\",\"refresh\":true",
    };
    app.isBroken = true;
    for (int index = 0; index < messages.length; index += 1) {
      assertEquals(quiet[index], send("{\"id\":" + (index + 1) + ",\"type\":" + messages[index] + "}"));
    }
    app.isBroken = false;
    app.isSilent = true;
    answers.clear();
    for (int index = 0; index < messages.length; index += 1) {
      bridge.receive("{\"id\":" + (index + 1) + ",\"type\":" + messages[index] + "}", MAIN, answers::add);
    }
    main.pass();
    assertEquals(List.of(quiet), answers.stream().sorted().toList());
  }

  @Test public void requestsThatTimedOutAreReleasedDuringARefresh() {
    app.isSilent = true;
    for (int id = 1; id <= 6; id += 1) {
      String type = id % 2 == 0 ? "\"refreshToken\"" : "\"establishSession\",\"refresh\":true";
      bridge.receive("{\"id\":" + id + ",\"type\":" + type + "}", MAIN, answers::add);
    }
    assertEquals(6, bridge.refresh.waiting());
    main.pass();
    assertEquals(6, answers.size());
    send("{\"id\":7,\"type\":\"refreshToken\"}");
    assertEquals(1, bridge.refresh.waiting());
    app.waiting.get(0).succeed(app.token);
    main.runAll();
    assertEquals("the answers to all requests", 7, answers.size());
    assertEquals(0, bridge.refresh.waiting());
  }

  @Test public void anEmptyTokenRejects() {
    app.token = new TodayToken("", "");
    assertEquals("{\"id\":1,\"result\":{\"ok\":false}}", send("{\"id\":1,\"type\":\"establishSession\"}"));
    assertEquals("[]", app.cookies.toString());
  }

  @Test public void theCookieHasTheDocumentedAttributes() {
    assertEquals("{\"id\":1,\"result\":{\"ok\":true}}", send("{\"id\":1,\"type\":\"establishSession\"}"));
    assertEquals(
        List.of("https://news.example/ embed_bearer=first; Path=/api/; Secure; HttpOnly; SameSite=Lax"), app.cookies);
  }

  @Test public void aTokenThatIsInvalidInACookieGivesOkFalse() {
    for (String token : List.of("a b", "a;b", "a,b", "\"a\"", "a\\b", "a\nb", "é", "")) {
      app.token = new TodayToken("Bearer x", token);
      assertEquals(token, "{\"id\":1,\"result\":{\"ok\":false}}", send("{\"id\":1,\"type\":\"establishSession\"}"));
    }
    assertEquals(List.of(), app.cookies);
  }

  @Test public void frameAndOriginDecideWhetherARequestIsServed() {
    List<Frame> strangers = List.of(
        new Frame("https://news.example", false, "https://news.example"), new Frame("https://evil.example", true, null),
        new Frame("https://news.example.evil.example", true, null), new Frame("http://news.example", true, null),
        new Frame("https://news.example:8443", true, null), new Frame("https://NEWS.example", true, null),
        new Frame("null", true, null), new Frame("", true, null), new Frame(null, true, null),
        new Frame("https://news.example@evil.example", true, null), new Frame("file://", true, null),
        new Frame("https://evil.example/https://news.example", true, null), new Frame("*", true, null));
    for (Frame frame : strangers) {
      for (String type : List.of("headers", "refreshToken", "establishSession")) {
        String text = "{\"id\":1,\"type\":\"" + type + "\",\"refresh\":true,\"origin\":\"https://news.example\",\"isMainFrame\":true}";
        assertEquals(frame.origin + " " + frame.isMainFrame, "{\"id\":1}", send(text, frame));
      }
    }
    assertEquals(0, app.refreshes);
    assertEquals(List.of(), app.cookies);
    assertTrue("the default port is the same origin", send("{\"id\":1,\"type\":\"headers\"}",
        new Frame("https://news.example:443", true, null)).contains("X-Today-Client"));
  }

  @Test public void unknownTypesAndMalformedMessagesResolveUndefined() {
    for (String rest : List.of("", ",\"type\":\"later\"", ",\"type\":null", ",\"type\":[\"headers\"]", ",\"type\":\"Headers\"",
        ",\"__proto__\":{\"type\":\"headers\"}")) {
      assertEquals(rest, "{\"id\":1}", send("{\"id\":1" + rest + "}"));
    }
  }

  @Test public void anUnreadableMessageWithAnIdIsAnswered() {
    assertEquals("{\"id\":12}", send("{\"id\":12,\"type\":\"headers\",\"deep\":" + "[".repeat(100_000)));
    assertEquals("{\"id\":7}", send("{\"id\":7,\"type\":\"headers\""));
    for (String text : List.of("", "null", "[]", "headers", "{", "{\"id\":\"1\",\"type\":\"track\"}", "{\"id\":}", "{\"id\":1e999}",
        "{\"id\":12345678901234567890,", "{\"id\":7", "7")) {
      assertEquals(text, "nothing", send(text));
    }
    assertEquals("nothing", send(null));
  }

  /** Android's parser also accepts texts that are not JSON, and calls itself once for each level. */
  @Test public void aDeepMessageThatIsAlmostJSONDoesNotCrashTheApp() {
    List<String> openings = List.of(
        "'\"'", "/*\"*/1", "#\"\n1", "//\"\n1", "abc\"", "1\"", "\"a\"\"", "'\\'\"'", "\"\\u12\"", "\"\\u00zz\"");
    for (String opening : openings) {
      String text = "{\"id\":3,\"x\":" + opening + ",\"d\":" + "[".repeat(200_000);
      assertEquals(opening, "{\"id\":3}", send(text));
      assertEquals(opening, "{\"id\":3}", send("{\"id\":3,\"x\":" + opening + ",\"d\":" + "{a=".repeat(200_000)));
    }
  }

  @Test public void answersContainOnlyASCII() {
    app.failure = new PageError("é\u2028\ud800\"</script>");
    assertEquals("{\"id\":1,\"error\":\"\\u00e9\\u2028\\ud800\\\"<\\/script>\"}", send("{\"id\":1,\"type\":\"refreshToken\"}"));
  }

  @Test public void aMalformedOriginIsRefusedAtOnce() {
    for (String text : List.of("news.example", "https://news.example/path", "*", "https://*.example", "null", "")) {
      try {
        new TodayBridge(app, app, main, List.of(text), "android");
        throw new AssertionError(text + " was accepted as an origin");
      } catch (IllegalArgumentException refusal) {
        assertTrue(refusal.getMessage(), refusal.getMessage().contains("such as https://news.example"));
      }
    }
  }
}
