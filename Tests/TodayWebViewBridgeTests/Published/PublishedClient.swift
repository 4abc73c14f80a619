/// A web client that works like the published client, whose package is private. It has that client's names, its choice
/// of channel and platform, its results and its three classes of errors, as the pages of the Web SDK and of the
/// contract describe them.
enum PublishedClient {
  static let script = """
    class BridgeError extends Error {}
    class BridgeUnavailableError extends Error {}
    class BridgeProtocolError extends Error {}

    function createWebViewBridge({ channelName = "todayWebViewBridge", channel } = {}) {
      const find = () => channel ?? window.webkit?.messageHandlers?.[channelName] ?? window[channelName];

      async function post(message) {
        const found = find();
        if (!found) throw new BridgeUnavailableError("no channel");
        try {
          return await found.postMessage(message);
        } catch (error) {
          throw new BridgeError(error instanceof Error ? error.message : String(error));
        }
      }

      function platform() {
        const tagged = window.__todayWebView?.platform;
        if (tagged) return tagged;
        if (window[channelName]) return window.chrome?.webview ? "windows" : "android";
        return find() ? "ios" : "web";
      }

      const bridge = {
        get platform() { return platform(); },
        isAvailable: () => Boolean(find()),
        track: async (event, properties) => {
          await post({ type: "track", ename: event, parameters: properties });
        },
        getHeaders: async () => {
          const headers = await post({ type: "headers" });
          if (typeof headers !== "object" || headers === null) throw new BridgeProtocolError("headers");
          return headers;
        },
        refreshToken: async () => {
          const result = await post({ type: "refreshToken" });
          if (typeof result?.authorization !== "string" || result.authorization === "") {
            throw new BridgeProtocolError("refreshToken");
          }
          return result;
        },
        establishSession: async ({ refresh } = {}) => {
          const result = await post({ type: "establishSession", refresh });
          return result?.ok === true;
        },
        fetch: async (url, init = {}) => {
          const send = (more) => window.fetch(url, { ...init, headers: { ...init.headers, ...more } });
          const response = await send(await bridge.getHeaders());
          if (response.status !== 401) return response;
          return send(await bridge.refreshToken());
        },
      };
      return bridge;
    }
    window.bridge = createWebViewBridge();
    window.names = { BridgeError, BridgeUnavailableError, BridgeProtocolError };
    /** Returns the result of a call as one line. */
    window.told = async (work) => {
      try {
        return JSON.stringify(await work()) ?? "undefined";
      } catch (error) {
        return `${error.constructor.name}: ${error.message}`;
      }
    };
    """
}
