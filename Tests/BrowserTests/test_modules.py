"""Rules of single modules of the inspector's page, which run in the browser."""

from support.browser import PAGES, BrowserTestCase

MESSAGE = """const message = (kind, call, more = {}) => ({
  ms: 1, kind, call, document: "#1", mainFrame: true, origin: "http://localhost", protocol: "today", name: "headers",
  direction: ["reply", "call", "progress"].includes(kind) ? "app→page" : "page→app", ...more,
});"""


class ModuleTests(BrowserTestCase):
    def setUp(self):
        super().setUp()
        self.page = self.open_inspector(self.serve(PAGES)).page

    def run_module(self, names, body):
        """Runs statements that may use the names that modules export. Returns their value."""
        imports = "".join(f"const {{ {name} }} = await import('/__causeway/{file}');" for file, name in names.items())
        return self.page.evaluate(f"async () => {{ {imports} {MESSAGE} {body} }}")

    def pairs(self, body):
        """Adds messages with the statements in `body`. Returns the kinds of messages and the outcome of each row."""
        return self.run_module({"trace.js": "Trace"}, f"""
          const trace = new Trace();
          trace.begin(1);
          {body}
          return trace.exchanges.map((exchange) =>
            [exchange.messages.map(({{ kind }}) => kind).join(" "), exchange.outcome]);""")

    def test_a_reply_joins_the_request_with_its_number(self):
        self.assertEqual(
            self.pairs("""trace.add([message("request", 1), message("request", 2), message("reply", 2),
              message("progress", 1), message("reply", 1, { failure: "FAILED: no" })], 1);"""),
            [["request progress reply", "failed"], ["request reply", "ok"]])

    def test_a_call_of_the_app_and_a_request_may_have_the_same_number(self):
        self.assertEqual(
            self.pairs("""trace.add([message("request", 1), message("call", 1), message("answer", 1),
              message("reply", 1)], 1);"""),
            [["request reply", "ok"], ["call answer", "ok"]])

    def test_documents_do_not_share_numbers(self):
        self.assertEqual(
            self.pairs("""trace.add([message("request", 1), message("request", 1, { document: "#2" }),
              message("reply", 1, { document: "#2" })], 1);"""),
            [["request", "waiting"], ["request reply", "ok"]])

    def test_the_end_of_a_document_ends_its_requests(self):
        self.assertEqual(
            self.pairs("""trace.add([message("request", 1), message("request", 1, { document: "#2" }),
              message("closed", undefined)], 1);"""),
            [["request", "left"], ["request", "waiting"], ["closed", "note"]])

    def test_another_run_of_the_server_begins_the_numbers_again(self):
        self.assertEqual(
            self.pairs("""trace.add([message("request", 1, { id: 1 })], 1); trace.begin(2);
              trace.add([message("request", 1, { id: 1 }), message("reply", 1, { id: 2 })], 1);"""),
            [["request", "left"], ["request reply", "ok"]])

    def test_messages_that_are_sent_again_are_skipped(self):
        self.assertEqual(
            self.pairs("""const sent = [message("request", 1, { id: 1 }), message("reply", 1, { id: 2 })];
              trace.add(sent, 1); trace.begin(1); trace.add(sent, 1); trace.add(sent, 1);"""),
            [["request reply", "ok"]])

    def test_a_reply_without_its_request_is_a_row(self):
        self.assertEqual(self.pairs("""trace.add([message("reply", 7)], 1);"""), [["reply", "sent"]])

    def test_the_oldest_rows_are_dropped(self):
        count, first, dropped, messages = self.run_module({"trace.js": "Trace"}, """
          const trace = new Trace();
          for (let call = 0; call < 30_000; call += 1) trace.add([message("request", call)], 100);
          return [trace.exchanges.length, trace.exchanges[0].index, trace.dropped, trace.count];""")
        self.assertLessEqual(count, 20_000)
        self.assertEqual(count + dropped, 30_000)
        self.assertEqual([first, messages], [dropped, count])

    def test_large_messages_are_dropped_sooner(self):
        count = self.run_module({"trace.js": "Trace"}, """
          const trace = new Trace();
          for (let call = 0; call < 100; call += 1) trace.add([message("request", call)], 1_000_000);
          return trace.exchanges.length;""")
        self.assertLess(count, 30)

    def test_the_words_of_a_search(self):
        found = self.run_module({"query.js": "parseQuery", "trace.js": "Trace"}, """
          const trace = new Trace();
          trace.add([
            message("request", 1, { body: { story: "The Ferry", price: "1,99 €" } }), message("reply", 1, { ms: 40 }),
            message("request", 2, { name: "refreshToken", mainFrame: false, document: "#2", origin: "http://ads.example" }),
            message("reply", 2, { document: "#2", failure: "REFUSED: no" }),
            message("event", 3, { name: "track", protocol: "onside" }),
          ], 1);
          const find = (text) => {
            const tests = parseQuery(text);
            return trace.exchanges.filter((exchange) => tests.every((test) => test(exchange))).map(({ index }) => index).join("");
          };
          return Object.fromEntries(["", "ferry", "FERRY headers", "-ferry", '"the ferry"', '"ferry the"', "name:TOKEN",
            "protocol:onside", "-protocol:onside", "is:frame", "is:failed", "is:ok", "kind:event", "document:2",
            "document:#2", "slower:30", "slower:50", "origin:ads", "is:nonsense", "story:", "-"]
            .map((text) => [text, find(text)]));""")
        self.assertEqual(found, {
            "": "012", "ferry": "0", "FERRY headers": "0", "-ferry": "12", '"the ferry"': "0", '"ferry the"': "",
            "name:TOKEN": "1", "protocol:onside": "2", "-protocol:onside": "01", "is:frame": "1", "is:failed": "1",
            "is:ok": "0", "kind:event": "2", "document:2": "1", "document:#2": "1", "slower:30": "0", "slower:50": "",
            "origin:ads": "1", "is:nonsense": "", "story:": "", "-": "012"})

    def test_an_older_text_does_not_replace_what_the_person_types(self):
        self.assertEqual(
            self.run_module({"echo.js": "Echo"}, """
              const echo = new Echo();
              const results = [echo.admits("from the server", "")];
              for (const text of ["4", "42", "424", "4242", "42424"]) echo.note(text);
              results.push(echo.admits("42", ""), echo.admits("42", "42"), echo.admits("4242 4", "42"));
              // The server has read everything.
              results.push(echo.admits("4242 4", "4242 4"));
              echo.note("1");
              // The server's own value, and the value from before the input.
              results.push(echo.admits("4242 4", "4242 4"), echo.admits("", "4242 4"));
              return results;"""),
            [True, False, False, True, True, False, True])

    def test_invisible_characters_are_written_out(self):
        self.assertEqual(
            self.run_module({"format.js": "visible"}, r"""return visible("pay\u202Etxt\u200b.\u0000exe é 漢 😀");"""),
            "pay⟨U+202E⟩txt⟨U+200B⟩.⟨U+0000⟩exe é 漢 😀")

    def test_lines_of_a_file_that_are_no_messages(self):
        mistakes = self.run_module({"trace-file.js": "readTrace"}, """
          const good = JSON.stringify(message("request", 1));
          return readTrace([good, "", "{", "[]", "null", '"text"', "{}", good.replace("request", "dance"),
            good.replace("page→app", "up"), good.replace('"ms":1', '"ms":"1"'), good.replace('"headers"', "7"),
            "[".repeat(200_000) + "]".repeat(200_000)].join("\\n")).mistakes;""")
        self.assertEqual([mistake.split(" ", 2)[1] for mistake in mistakes], [str(line) for line in range(3, 13)])
        self.assertEqual(mistakes[0], "Line 3 is not JSON.")
