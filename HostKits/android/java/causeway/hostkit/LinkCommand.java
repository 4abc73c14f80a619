package causeway.hostkit;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.json.JSONObject;

/** The commands of the protocol, with the checks of their fields. */
enum LinkCommand {
  getAddress(false, "CONNECTION_DENIED") {
    @Override void check(LinkFields fields) throws LinkFields.Refusal {
      fields.word("protocol");
    }
  },
  getInfo(false, "CONNECTION_DENIED") {
    @Override void check(LinkFields fields) {}
  },
  requestValue(false, "CANCELED") {
    @Override void check(LinkFields fields) throws LinkFields.Refusal {
      fields.flag("openValueRequest");
    }
  },
  sendAssets(true, "SEND_ERROR") {
    @Override void check(LinkFields fields) throws LinkFields.Refusal {
      fields.word("to");
      boolean isToken = fields.word("protocol").equals("SLP");
      if (isToken) {
        fields.word("assetId");
      } else {
        fields.optionalWord("assetId");
      }
      String value = fields.amount("value");
      fields.texts("opReturn");
      if (Amount.isZero(value)) throw LinkFields.malformed("value", "is zero, and must be greater than zero");
    }
  },
  payInvoice(true, "MERCHANT_ERROR") {
    @Override void check(LinkFields fields) throws LinkFields.Refusal {
      fields.uri("url");
    }
  },
  createToken(true, "PROTOCOL_ERROR") {
    @Override void check(LinkFields fields) throws LinkFields.Refusal {
      fields.text("name");
      fields.text("symbol");
      int decimals = fields.integer("decimals", 255);
      String supply = fields.amount("initialSupply");
      fields.word("tokenReceiverAddress");
      fields.optionalWord("batonReceiverAddress");
      fields.optionalText("documentUri");
      fields.optionalWord("documentHash");
      int places = Amount.decimals(supply);
      if (places > decimals) {
        throw LinkFields.malformed(
            "initialSupply", "has " + places + " decimal places, but \"decimals\" is " + decimals);
      }
    }
  },
  requestWeb3Sign(true, "CANCELED") {
    @Override void check(LinkFields fields) throws LinkFields.Refusal {
      fields.word("address");
      fields.text("message");
      fields.choice("signType", SIGN_TYPES);
    }
  };

  private static final Set<String> SIGN_TYPES = new LinkedHashSet<String>(Arrays.asList(
      "eth_sendTransaction", "eth_signTransaction", "eth_signTypedData", "eth_sign", "personal_sign"));

  /** Whether the command moves money or signs, so that the user must agree. */
  final boolean needsApproval;
  /** The error that the page gets for a failure that has no type. */
  final PageError failure;

  LinkCommand(boolean needsApproval, String failureType) {
    this.needsApproval = needsApproval;
    failure = new PageError(failureType, "The wallet could not complete the request.");
  }

  /** Reads and checks the command's fields. */
  abstract void check(LinkFields fields) throws LinkFields.Refusal;

  /** Returns the command with this name; null if the protocol has no such command. */
  static LinkCommand named(Object name) {
    for (LinkCommand command : values()) {
      if (command.name().equals(name)) return command;
    }
    return null;
  }

  /** Throws if the wallet would have to round the amount of {@code sendAssets}. */
  static void checkDecimals(LinkRequest request, LinkWallet wallet) throws LinkFields.Refusal {
    if (!request.command.equals(sendAssets.name())) return;
    JSONObject data = request.data;
    String asset = data.has("assetId") ? "" : data.optString("protocol");
    Integer decimals = asset.equals("BCH") || asset.equals("BTC") ? Integer.valueOf(8)
        : asset.equals("ETH") ? Integer.valueOf(18) : wallet.decimals(request);
    int places = Amount.decimals(data.optString("value"));
    if (decimals != null && places > decimals) {
      throw LinkFields.malformed(
          "value", "has " + places + " decimal places, but the asset has " + decimals + ": round it first");
    }
  }
}
