package causeway.hostkit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** The checks of an object of {@code addJavascriptInterface}, which Android adds to every frame. */
public final class KeyedInterfaceTest {
  private static final String DOCUMENT = "0123456789abcdef".repeat(2);
  private final List<String> scripts = new ArrayList<>();
  private final List<String> received = new ArrayList<>();
  private final KeyedInterface channel = make();

  private KeyedInterface make() {
    return new KeyedInterface("callback", List.of("https://a.example", "http://b.example:8080"), scripts::add,
        (text, frame, reply) -> {
          received.add(frame.origin + " " + frame.isMainFrame + " " + text);
          reply.send("answer");
        });
  }

  private static List<String> keys(KeyedInterface channel) {
    Matcher matcher = Pattern.compile("\"([0-9a-f]{32})\"").matcher(channel.script("run"));
    List<String> keys = new ArrayList<>();
    while (matcher.find()) keys.add(matcher.group(1));
    return keys;
  }

  @Test public void aMessageWithoutAKeyIsDropped() {
    for (String key : new String[] {null, "", "undefined", "0".repeat(32), "https://a.example", keys(make()).get(0)}) {
      channel.receive(key, DOCUMENT, "{}");
    }
    assertEquals(List.of(), received);
  }

  @Test public void aMessageWithAMalformedDocumentNameIsDropped() {
    for (String document : new String[] {null, "", "\");evil(\"", DOCUMENT + "0", DOCUMENT.toUpperCase()}) {
      channel.receive(keys(channel).get(0), document, "{}");
    }
    assertEquals(List.of(), received);
  }

  @Test public void aMessageWithAKeyIsFromTheMainFrameOfTheKeysOrigin() {
    for (String key : keys(channel)) channel.receive(key, DOCUMENT, "text");
    assertEquals(2, received.size());
    assertEquals("https://a.example true text", received.get(0));
    assertEquals("http://b.example:8080 true text", received.get(1));
  }

  @Test public void theScriptOfAnAnswerChecksTheOrigin() {
    channel.receive(keys(channel).get(0), DOCUMENT, "text");
    assertEquals(List.of("\"https:\\/\\/a.example\" === location.origin && typeof callback === \"function\" && "
        + "callback(\"" + DOCUMENT + "\", \"answer\");"), scripts);
  }

  @Test public void theScriptForAPageContainsOnlyTheKeyOfItsOrigin() {
    String script = channel.script("run", "http://b.example:8080/page?a#b");
    assertEquals("run({\"__proto__\":null,\"http:\\/\\/b.example:8080\":\"" + keys(channel).get(1) + "\"});", script);
    for (String other : new String[] {
      null, "", "about:blank", "https://evil.example/", "https://a.example:8443/", "http://a.example/",
      "https://a.example.evil.example/", "https://a.example@evil.example/", "data:text/html,https://a.example",
    }) {
      assertEquals(other, "", channel.script("run", other));
    }
  }

  @Test public void keysAreRandom() {
    assertNotEquals(keys(channel).get(0), keys(channel).get(1));
    assertNotEquals(keys(channel).get(0), keys(make()).get(0));
  }
}
