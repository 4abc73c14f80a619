package causeway.hostkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;

/** The connections between a kit's page script and a bridge. */
enum Connection {
  ANDROID_PORT("android", "android/page/%s.js") {
    @Override void attach(Tab tab, PageHost host, String origin, String object, String callback, String pageScript)
        throws Exception {
      tab.addStandIn("android-port.js", "standInForPort", object, (args, frame, context) ->
          host.receive(args.optString(0, null), frame, text -> tab.deliver(object, text, context)));
      tab.addScript(pageScript);
    }
  },
  ANDROID_INTERFACE("android", "android/page/%s-interface.js") {
    @Override void attach(Tab tab, PageHost host, String origin, String object, String callback, String pageScript)
        throws Exception {
      KeyedInterface channel = new KeyedInterface(callback, List.of(origin), tab::runInMainFrame, host);
      // Android does not tell Java which frame has called, so `frame` is ignored.
      tab.addStandIn("android-interface.js", "standInForInterface", object, (args, frame, context) ->
          channel.receive(args.optString(0, null), args.optString(1, null), args.optString(2, null)));
      tab.addScript(channel.script(pageScript));
    }
  },
  WINDOWS_MESSAGES("windows", "windows/%s-messages.js") {
    @Override void attach(Tab tab, PageHost host, String origin, String object, String callback, String pageScript)
        throws Exception {
      tab.addStandIn("windows-messages.js", "standInForMessages", object, (args, frame, context) -> {
        Matcher envelope = ENVELOPE.matcher(args.optString(0));
        if (!envelope.matches()) return;
        // The app returns the text before the message unchanged. The web view posts the answer to the document that is
        // current at that time.
        host.receive(envelope.group(2), frame, answer -> tab.deliver(object, envelope.group(1) + answer + "}"));
      });
      tab.addScript(pageScript);
    }
  },
  WINDOWS_HOST_OBJECT("windows", "windows/%s-host-object.js") {
    @Override void attach(Tab tab, PageHost host, String origin, String object, String callback, String pageScript)
        throws Exception {
      tab.addStandIn("windows-host-object.js", "standInForHostObject", "todayWebViewBridge", (args, frame, context) ->
          host.receive(args.optString(1, null), frame, text -> {
            JSONObject answer = Json.object(text);
            JSONObject result = answer.optJSONObject("result");
            // `Handle` returns JSON text, or null for undefined.
            tab.deliver("todayWebViewBridge", DevTools.object(
                "number", args.optString(0), "json", result == null ? JSONObject.NULL : result.toString(), "error",
                answer.opt("error")).toString(), context);
          }));
      tab.addScript(pageScript);
    }
  };

  private static final Pattern ENVELOPE =
      Pattern.compile("(\\{\"document\":\"[0-9a-f]{32}\",\"todayWebViewBridge\":)(.*)\\}", Pattern.DOTALL);
  /** The platform that the page gets in its URL. */
  final String platform;
  private final String file;

  Connection(String platform, String file) {
    this.platform = platform;
    this.file = file;
  }

  /** Gives the channel of Today to the documents of a tab. */
  void attachToday(Tab tab, PageHost host, String origin) throws Exception {
    attach(tab, host, origin, TodayBridge.NATIVE_NAME, TodayBridge.CALLBACK_NAME, pageScript("today"));
  }

  /** Gives the object of a wallet to the documents of a tab. */
  void attachLink(Tab tab, PageHost host, String origin) throws Exception {
    attach(tab, host, origin, LinkBridge.NATIVE_NAME, LinkBridge.CALLBACK_NAME, pageScript("link"));
  }

  /** Returns the kit's page script for a protocol. */
  String pageScript(String protocol) throws Exception {
    return Files.readString(Path.of("HostKits", file.formatted(protocol)));
  }

  abstract void attach(Tab tab, PageHost host, String origin, String object, String callback, String pageScript)
      throws Exception;
}
