package causeway.hostkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;

/** A wallet with a simulated user. It records its actions, and moves no money. */
final class TestWallet implements LinkWallet {
  enum User { AGREES, REFUSES, AGREES_AND_THE_WALLET_FAILS }

  private static final Map<String, String> FAILURES = Map.of(
      "getAddress", "CONNECTION_DENIED", "getInfo", "CONNECTION_DENIED", "sendAssets", "SEND_ERROR", "payInvoice",
      "MERCHANT_ERROR");
  final List<String> done = new ArrayList<>();
  final List<LinkRequest> asked = new ArrayList<>();
  /** The approvals that stay open while {@code waits} is true. */
  final List<Result<Boolean>> waiting = new ArrayList<>();
  boolean waits;
  /** Whether {@code answer} and {@code act} throw. {@code answer} throws only after it has answered. */
  boolean isBroken;
  private final MainThread main;
  private final User user;

  TestWallet(MainThread main, User user) {
    this.main = main;
    this.user = user;
  }

  @Override public String defaultProtocol() {
    return "BCH";
  }

  @Override public Integer decimals(LinkRequest request) {
    return null;
  }

  private static boolean knows(LinkRequest request) {
    return List.of("BCH", "BTC", "ETH", "SLP").contains(request.data.optString("protocol", "BCH"));
  }

  @Override public void answer(LinkRequest request, Result<JSONObject> result) {
    if (isBroken) {
      end(request, result);
      throw new IllegalStateException("secret detail of the wallet");
    }
    // Answer after a delay, because a real wallet first asks the user.
    main.runAfter(() -> {
      if (!knows(request)) {
        result.fail(new PageError("PROTOCOL_ERROR", "The wallet does not support this protocol."));
      } else if (user == User.REFUSES && !request.command.equals("getInfo")) {
        result.fail(new PageError("CANCELED", "The user refused."));
      } else {
        end(request, result);
      }
    }, 5);
  }

  @Override public void approve(LinkRequest request, Result<Boolean> result) {
    if (!knows(request)) {
      result.fail(new PageError("PROTOCOL_ERROR", "The wallet does not support this protocol."));
      return;
    }
    asked.add(request);
    if (waits) {
      waiting.add(result);
    } else {
      main.runAfter(() -> result.succeed(user != User.REFUSES), 5);
    }
  }

  @Override public void act(ApprovedRequest approved, Result<JSONObject> result) {
    if (isBroken) throw new IllegalStateException("secret detail of the wallet");
    end(approved.request, result);
  }

  private void end(LinkRequest request, Result<JSONObject> result) {
    String failure = user == User.AGREES_AND_THE_WALLET_FAILS ? FAILURES.get(request.command) : null;
    if (failure != null) {
      result.fail(new PageError(failure, "The wallet fails, as the test says."));
      return;
    }
    done.add(request.command);
    String id = "0".repeat(63) + "1";
    switch (request.command) {
      case "getAddress": result.succeed(DevTools.object("address", "bitcoincash:qexample", "label", "Test")); break;
      case "getInfo":
        result.succeed(DevTools.object(
            "version", "1.0", "platform", "android", "protocols", new JSONArray(List.of("BCH", "BTC", "ETH", "SLP"))));
        break;
      case "requestValue": result.succeed(DevTools.object("value", "0.01")); break;
      case "sendAssets": result.succeed(DevTools.object("txid", id)); break;
      case "payInvoice": result.succeed(DevTools.object("memo", "Thank you.")); break;
      case "createToken": result.succeed(DevTools.object("tokenId", id)); break;
      default:
        result.succeed(DevTools.object("message", request.data.optString("message"), "signature", "0x51"));
    }
  }
}
