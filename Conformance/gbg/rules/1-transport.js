"use strict";

// Section 1: transport and globals.
conformance.add(
  {
    number: "gbg-1.1",
    mark: "published",
    gate: true,
    rule: "The page finds the channel: the WebKit message handler `gbgBridge` on iOS, `GBGBridge.postMessage` on " +
      "Android.",
    check() {
      const { handler, native } = gbg;
      if (!handler && !native) throw new Error("neither window.webkit.messageHandlers.gbgBridge nor GBGBridge.postMessage");
      if (handler && typeof handler.postMessage !== "function") throw new Error("the handler has no postMessage");
      const platform = handler ? "ios" : "android";
      const expected = conformance.option("platform") ?? platform;
      if (platform !== expected) throw new Error(
        `the page has the channel of ${platform}, but the channel of ${expected} was expected`);
      return handler ? "the WebKit message handler" : "GBGBridge.postMessage";
    },
  },
  {
    number: "gbg-1.2",
    mark: "contract",
    gate: true,
    rule: "The app answers by calling the page's function `receive`.",
    async check() {
      await gbg.settle();
      return "capability.query was answered";
    },
  },
  {
    number: "gbg-1.3",
    mark: "causeway",
    rule: "`window.GBGBridge` is an extensible object before the page's first script.",
    check() {
      const { kind, isExtensible } = gbg.atStart;
      if (kind !== "object" && kind !== "function") throw new Error(`window.GBGBridge was ${kind}`);
      if (!isExtensible) throw new Error("nothing can be added to window.GBGBridge");
      return "extensible";
    },
  },
  {
    number: "gbg-1.4",
    mark: "causeway",
    rule: "The host does not define `receive`, because the page defines it.",
    check() {
      if (gbg.atStart.hasReceive) throw new Error("GBGBridge.receive existed before the page's first script");
      return "not defined";
    },
  },
  {
    number: "gbg-1.5",
    mark: "published",
    rule: "`GBGBridge.postMessage` exists only on Android, where it is the only member; the WebKit handler exists " +
      "only on iOS.",
    check() {
      const { handler, native, atStart } = gbg;
      if (handler && native) throw new Error("GBGBridge.postMessage exists in addition to the WebKit handler");
      const others = atStart.members.filter((name) => name !== "postMessage");
      if (native && others.length > 0) throw new Error(`GBGBridge also has ${others.slice(0, 3).join(", ")}`);
      return handler ? "the WebKit handler alone" : "postMessage alone";
    },
  },
  {
    number: "gbg-1.6",
    mark: "published",
    rule: "`postMessage` returns undefined: answers come only to `receive`.",
    async check() {
      const request = gbg.request("capability.query");
      gbg.exchangeFor(request.correlationId);
      const returned = gbg.post(request);
      if (returned !== undefined) throw new Error(`it returned ${describeShape(returned)}`);
      await gbg.settle();
      return "undefined";
    },
  },
  {
    number: "gbg-1.7",
    mark: "causeway",
    rule: "A body may be an object, where the platform takes one, or JSON text.",
    async check() {
      const plain = gbg.request("capability.query");
      const spaced = gbg.request("capability.query");
      gbgAnswers.successOf(await gbg.answer(plain, true), plain);
      const exchange = gbg.exchangeFor(spaced.correlationId);
      gbg.post(`\n\t ${JSON.stringify(spaced, null, 2)} \r\n`);
      await gbg.settle();
      if (exchange.finals.length === 0) throw new Error("JSON text with white space around it was not answered");
      if (!gbg.handler) return "text, as Android sends it";
      await gbgAnswers.query();
      return "text and object";
    },
  },
  {
    number: "gbg-1.8",
    mark: "causeway",
    rule: "`receive` is called as a method of `GBGBridge`, with the message as an object and nothing else.",
    async check() {
      const before = gbg.calls.length;
      await gbg.settle();
      failOn(gbg.calls.slice(before).flatMap(({ message, count, isMethod }) => {
        const isPlain = isPlainObject(message) && Object.getPrototypeOf(message) === Object.prototype;
        return [
          ...(isPlain ? [] : [`receive was called with ${describeShape(message)}`]),
          ...(count === 1 ? [] : [`receive was called with ${count} arguments`]),
          ...(isMethod ? [] : ["`this` was not GBGBridge"]),
        ];
      }));
      return "one object";
    },
  },
  {
    number: "gbg-1.9",
    mark: "causeway",
    rule: "The app calls the current `receive`, even if the page has replaced the function or its object.",
    async check() {
      const original = window.GBGBridge;
      const { receive } = gbg;
      class Bridge {
        /** @param {any} message */
        receive(message) {
          receive.call(this, message);
        }
      }
      /** @type {{ [label: string]: any }} */
      const bridges = {
        "an object that the page made": { receive },
        "a frozen object": Object.freeze({ receive }),
        "an object without a prototype": Object.assign(Object.create(null), { receive }),
        "an object of a class": new Bridge(),
        "a function": Object.assign(() => {}, { receive }),
      };
      try {
        for (const [label, bridge] of Object.entries(bridges)) {
          window.GBGBridge = bridge;
          if (window.GBGBridge !== bridge) throw new Error("window.GBGBridge cannot be replaced");
          const [{ finals }] = await gbg.askAll([gbg.request("capability.query")]);
          if (finals.length === 0) throw new Error(`${label}: no answer arrived`);
        }
      } finally {
        gbg.listen(original);
      }
      await gbg.settle();
      return Object.keys(bridges).join(", ");
    },
  },
  {
    number: "gbg-1.10",
    mark: "contract",
    rule: "Without a function `receive`, the message is lost; later messages arrive.",
    async check() {
      await gbg.settle();
      const original = window.GBGBridge;
      /**
       * Sends a message while `receive` has this value, and returns whether its answer was lost.
       * @param {any} absent
       */
      const isLost = async (absent) => {
        const request = gbg.request("capability.query");
        const lost = gbg.exchangeFor(request.correlationId);
        // Only this read of `receive` shows that the app tried to deliver the message.
        await new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error("the app never read window.GBGBridge.receive")), conformance.limit);
          window.GBGBridge = /** @type {any} */ ({
            get receive() {
              resolve(undefined);
              return absent;
            },
          });
          gbg.post(request);
        }).finally(() => gbg.listen(original));
        await gbg.settle();
        return lost.finals.length === 0;
      };
      for (const absent of [undefined, "text", {}]) {
        // The app may also read `receive` before an event, such as `host.ready` after the page's load. If that read
        // comes before the one for the answer, the answer arrives, so try again. An app that sends lost messages again
        // does so each time.
        let tries = 3;
        while (!await isLost(absent)) {
          tries -= 1;
          if (tries === 0) throw new Error("the message arrived later, but a lost message must not be sent again");
        }
      }
      return "3 messages were lost, and later messages arrived";
    },
  },
);
