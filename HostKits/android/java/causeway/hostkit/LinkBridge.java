package causeway.hostkit;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The wallet's side of Bitcoin.com Link. It reads and checks messages of pages, decides which frames are served, asks
 * the user before a request that moves money or signs, and answers each request once.
 */
public final class LinkBridge implements PageHost {
  /** The name of the object that the page script uses. */
  public static final String NATIVE_NAME = "bitcoinLinkNative";
  /** The name of the global function that receives answers if {@code addJavascriptInterface} is used. */
  public static final String CALLBACK_NAME = "bitcoinLinkReceive";
  /** The maximum number of open requests. */
  static final int MAXIMUM_OPEN = 16384;

  private final LinkWallet wallet;
  private final MainThread main;
  private final Set<String> allowedOrigins;
  private final Set<String> open = new HashSet<String>();
  private int visit;

  /**
   * @param allowedOrigins the origins that are served, such as {@code https://shop.example}; null for every origin
   *   that is not opaque. Sub-frames are served if they have the same origin as the main frame
   */
  public LinkBridge(LinkWallet wallet, MainThread main, Collection<String> allowedOrigins) {
    this.wallet = wallet;
    this.main = main;
    this.allowedOrigins = allowedOrigins == null ? null : Origin.all(allowedOrigins);
  }

  /**
   * Cancels the requests of the previous page that wait for the user's approval: they end with {@code CANCELED} and
   * neither move money nor sign, even if the user agrees later. Call this method in
   * {@code WebViewClient.onPageStarted}.
   */
  public void pageDidChange() {
    visit += 1;
    open.clear();
  }

  @Override public void receive(String text, Frame frame, Reply reply) {
    JSONObject envelope = Json.object(text);
    Object id = envelope == null ? Json.leadingId(text) : envelope.opt("id");
    if (!(id instanceof Number)) return; // Without an id, the page does not wait for an answer.
    JSONObject message = envelope == null ? null : Json.object(envelope.optString("message"));
    Answer answer = new Answer((Number) id, message, reply);
    if (!isServed(frame)) {
      answer.fail(new PageError("CONNECTION_DENIED", "This frame is not served."));
    } else if (message == null || !answer.hasMessageId()) {
      // The page script still has the message, and delivers this error if the message has a messageId.
      answer.fail(new PageError("MALFORMED_INPUT", "The message could not be read."));
    } else {
      answer.key = frame.origin + " " + envelope.optString("document") + " " + answer.messageKey();
      take(message, frame, answer);
    }
  }

  private boolean isServed(Frame frame) {
    if (frame.origin == null || allowedOrigins != null && !allowedOrigins.contains(frame.origin)) return false;
    return frame.isMainFrame || frame.origin.equals(frame.mainOrigin);
  }

  private void take(JSONObject message, Frame frame, final Answer answer) {
    // A second request with the id of an open one gets no answer, because the page takes the first answer for both.
    if (open.contains(answer.key)) {
      answer.drop();
      return;
    }
    if (open.size() >= MAXIMUM_OPEN) {
      answer.fail(new PageError("CONNECTION_DENIED", "Too many requests are open; wait for answers."));
      return;
    }
    open.add(answer.key);
    answer.visit = visit;
    LinkCommand command = LinkCommand.named(message.opt("command"));
    if (command == null) {
      answer.fail(new PageError("PROTOCOL_ERROR", "The wallet does not have this command."));
      return;
    }
    // All outcomes go through this object, so an exception after an answer has no effect.
    Once<JSONObject> result = new Once<JSONObject>(main, new Outcome(command, answer));
    try {
      LinkRequest request = request(command, message, frame);
      LinkCommand.checkDecimals(request, wallet);
      if (command.needsApproval) {
        ask(request, answer, result);
      } else {
        wallet.answer(request, result);
      }
    } catch (LinkFields.Refusal refusal) {
      result.fail(refusal.error);
    } catch (RuntimeException fault) {
      result.fail(null);
    }
  }

  private LinkRequest request(LinkCommand command, JSONObject message, Frame frame) throws LinkFields.Refusal {
    Object data = message.opt("data");
    if (command == LinkCommand.getAddress && (data == null || data == JSONObject.NULL)) {
      String usual = wallet.defaultProtocol();
      if (usual == null) {
        throw new LinkFields.Refusal("PROTOCOL_ERROR", "The wallet has no default protocol: pass { protocol }.");
      }
      JSONObject named = new JSONObject();
      LinkFields.put(named, "protocol", usual);
      data = named;
    }
    LinkFields fields = new LinkFields(data);
    command.check(fields);
    return new LinkRequest(command.name(), fields, message, frame);
  }

  private void ask(final LinkRequest request, final Answer answer, final Result<JSONObject> result) {
    wallet.approve(request, new Once<Boolean>(main, new Result<Boolean>() {
      @Override public void succeed(Boolean isApproved) {
        // A request of a previous page is not performed, even if the user agrees. It is still answered: the first
        // request of a page may come before the web view reports the page's start, and the page would otherwise wait
        // forever.
        if (answer.visit != visit) {
          result.fail(new PageError("CANCELED", "The page was left before the user agreed."));
          return;
        }
        if (!Boolean.TRUE.equals(isApproved)) {
          result.fail(new PageError("CANCELED", "The user refused."));
          return;
        }
        try {
          wallet.act(new ApprovedRequest(request), result);
        } catch (RuntimeException fault) {
          result.fail(null);
        }
      }

      @Override public void fail(PageError error) {
        result.fail(error);
      }
    }));
  }

  /** Passes the wallet's outcome to the page. A failure without a type becomes the command's own error. */
  private final class Outcome implements Result<JSONObject> {
    private final LinkCommand command;
    private final Answer answer;

    Outcome(LinkCommand command, Answer answer) {
      this.command = command;
      this.answer = answer;
    }

    @Override public void succeed(JSONObject data) {
      answer.succeed(data);
    }

    @Override public void fail(PageError error) {
      answer.fail(error == null || error.type == null ? command.failure : error);
    }
  }

  /** The answer to one message. */
  private final class Answer {
    private final Number id;
    private final JSONObject message;
    private final Reply reply;
    /** The key of the request in {@code open}; null if the frame is not served or the message cannot be read. */
    private String key;
    private int visit;

    Answer(Number id, JSONObject message, Reply reply) {
      this.id = id;
      this.message = message;
      this.reply = reply;
      visit = LinkBridge.this.visit;
    }

    boolean hasMessageId() {
      Object messageId = message.opt("messageId");
      return messageId instanceof Number || messageId instanceof String && !((String) messageId).isEmpty();
    }

    /** Returns the messageId with its type, because the number 7 and the text "7" are different ids. */
    String messageKey() {
      Object messageId = message.opt("messageId");
      return (messageId instanceof String ? "text " : "number ") + messageId;
    }

    void succeed(JSONObject data) {
      answer("data", data);
    }

    void fail(PageError error) {
      try {
        if (key == null) {
          send("error", error.json());
        } else {
          answer("error", error.json());
        }
      } catch (JSONException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    void drop() {
      send("reply", null);
    }

    private void answer(String name, JSONObject value) {
      // After a change of the page, an open request with the same key is a different request. The channel drops the
      // answer to a document that no longer exists.
      if (visit == LinkBridge.this.visit) open.remove(key);
      JSONObject answer = new JSONObject();
      LinkFields.put(answer, "messageId", message.opt("messageId"));
      // The protocol requires a command in every reply, so the reply to a message without a command has an empty one.
      Object command = message.opt("command");
      LinkFields.put(answer, "command", command instanceof String ? command : "");
      // `put` omits a value that is null.
      LinkFields.put(answer, name, value);
      send("reply", answer);
    }

    private void send(String name, JSONObject value) {
      JSONObject answer = new JSONObject();
      LinkFields.put(answer, "id", id);
      LinkFields.put(answer, name, value);
      reply.send(Json.ascii(answer.toString()));
    }
  }
}
