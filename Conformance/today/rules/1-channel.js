"use strict";

// Section 1: transport and globals.
conformance.add(
  {
    number: "today-1.1",
    mark: "contract",
    gate: true,
    rule: "The page finds the channel: the WebKit message handler on Apple's platforms, a global object elsewhere.",
    check() {
      const { webkit, global, channel } = today.found;
      if (!channel) throw new Error(`neither window.webkit.messageHandlers.${today.name} nor window.${today.name}`);
      if (typeof channel.postMessage !== "function") throw new Error("the channel has no postMessage");
      return webkit ? "the WebKit message handler" : `window.${today.name}${global ? "" : " is missing"}`;
    },
  },
  {
    number: "today-1.2",
    mark: "contract",
    gate: true,
    rule: "postMessage returns a Promise, and the Promise settles.",
    async check() {
      /** @type {any} */
      let returned;
      const outcome = await conformance.outcome(() => {
        returned = today.found.channel.postMessage({ type: "track", ename: "conformance_started" });
        return returned;
      });
      if (!(returned instanceof Promise)) throw new Error(`it returned ${describeShape(returned)}`);
      if (outcome.kind !== "resolved") throw new Error(describeOutcome(outcome));
      return "a Promise, resolved";
    },
  },
  {
    number: "today-1.3",
    mark: "published",
    rule: "The platform tag is in the main frame before the page's first script; an Apple host must set it.",
    check() {
      const { tag, found } = today;
      if (tag === undefined) {
        if (found.webkit) throw new Error(
          "window.__todayWebView is missing, and without it a page cannot distinguish iOS from macOS");
        return conformance.skip("this host sets no tag; only Apple's platforms require it");
      }
      const platforms = ["ios", "macos", "android", "windows"];
      if (!platforms.includes(tag?.platform)) throw new Error(`window.__todayWebView is ${describeShape(tag)}`);
      return `platform: "${tag.platform}"`;
    },
  },
  {
    number: "today-1.4",
    mark: "published",
    rule: "The platform tag agrees with the kind of channel.",
    check() {
      const platform = today.tag?.platform;
      if (platform === undefined) return conformance.skip("this host sets no tag");
      const expected = conformance.option("platform");
      if (expected && platform !== expected) throw new Error(`"${platform}" where "${expected}" was expected`);
      const kind = today.found.webkit ? "the WebKit message handler" : "a global object";
      const isApple = platform === "ios" || platform === "macos";
      if (isApple !== !!today.found.webkit) throw new Error(`"${platform}", but the channel is ${kind}`);
      return `"${platform}" with ${kind}`;
    },
  },
  {
    number: "today-1.5",
    mark: "causeway",
    rule: "An Apple host does not define window.todayWebViewBridge, because pages recognize other platforms by it.",
    check() {
      if (!today.found.webkit) return conformance.skip("not an Apple host");
      if (today.name in window) throw new Error(`window.${today.name} is defined in addition to the WebKit handler`);
      return "not defined";
    },
  },
  {
    number: "today-1.6",
    mark: "published",
    rule: "No sub-frame sees the platform tag.",
    async check() {
      const findings = await todayFrames.all();
      failOn(findings.filter(({ finding }) => finding.hasTag).map(({ kind }) => `${kind}: has the tag`));
      return `looked for in ${findings.map(({ kind }) => kind).join(", ")}`;
    },
  },
);
