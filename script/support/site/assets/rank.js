// The ranking of the search: which entries of the index match a query, and in which order.
{
  /** @param {string} text */
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  /**
   * Returns the words of a query. Dots and parentheses separate words, so that `Bridge.install(_:)` finds its parts.
   *
   * @param {string} query
   */
  const words = (query) => folded(query).split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== "" && word !== "_");

  const common = new Set(["a", "an", "and", "do", "does", "for", "how", "i", "in", "is", "my", "of", "on", "the", "to", "what", "with"]);

  /**
   * Returns the words without those that are in almost every text; all words if there are no others.
   *
   * @param {string[]} all
   */
  const important = (all) => {
    const others = all.filter((word) => !common.has(word));
    return others.length > 0 ? others : all;
  };

  /**
   * Returns how well a word matches a text: 3 for the whole text, 2 for a whole word, 1.5 for the start of a word,
   * 1 for another part of a word, 0 for no match.
   *
   * @param {string} word
   * @param {string} text
   */
  const match = (word, text) => {
    if (text === word) return 3;
    let best = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const starts = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      const ends = at + word.length === text.length || !/[\p{L}\p{N}]/u.test(text[at + word.length]);
      best = Math.max(best, starts ? (ends ? 2 : 1.5) : 1);
      if (best === 2) break;
    }
    return best;
  };

  /**
   * Returns how well a title matches if it has a shorter form of a word: `trust` in a title for `trusted` in a query.
   *
   * @param {string} word
   * @param {string} title
   */
  const matchOfStem = (word, title) =>
    title.split(/[^\p{L}\p{N}]+/u).some((part) => part.length >= 4 && word.startsWith(part)) ? 0.7 : 0;

  /**
   * Counts a word in a text, up to a limit, so that long sections do not always win.
   *
   * @param {string} word
   * @param {string} text
   */
  const count = (word, text) => {
    let found = 0;
    for (let at = text.indexOf(word); at >= 0 && found < 5; at = text.indexOf(word, at + word.length)) found += 1;
    return found;
  };

  /**
   * Adds the folded texts to the entries, once for all queries.
   *
   * @param {Site.Row[]} rows
   * @returns {Site.Entry[]}
   */
  const prepare = (rows) =>
    rows.map(([title, context, address, kind, body, isPage, weight]) => {
      const name = folded(title);
      // People type the name of a member without its type and its parameters.
      const short = kind === "guide" ? name : name.replace(/\(.*$/, "").split(".").pop() || name;
      return {
        title, context, address, kind, body, isPage: isPage === 1, weight,
        folded: { title: name, short, context: folded(context), body: folded(body) },
      };
    });

  /**
   * Returns the score of an entry, or 0 if a word of the query is missing. A match in a page's title counts more than
   * one in a heading, and a match in a heading more than one in the text.
   *
   * @param {Site.Entry} entry
   * @param {string[]} query
   * @param {number} weight
   */
  const score = (entry, query, weight) => {
    let total = 0;
    const { title, short, context, body } = entry.folded;
    for (const word of query) {
      const inTitle = Math.max(match(word, title) || matchOfStem(word, title), short === word ? 3 : 0) * (entry.isPage ? 60 : 40);
      const inContext = match(word, context) * 12;
      const inBody = match(word, body) * 5 + count(word, body) * 2;
      if (inTitle + inContext + inBody === 0) return 0;
      total += inTitle + inContext + inBody;
    }
    // The words of the query match better if they are beside each other, in this order.
    const phrase = query.join(" ");
    if (query.length > 1) total += match(phrase, title) * 60 + match(phrase, body) * 30;
    // Of two equal matches, the shorter title is more precise.
    return total * weight - Math.min(title.length, 80) / 20;
  };

  /**
   * Returns the best entries for a query, the best first.
   *
   * @param {Site.Entry[]} entries
   * @param {string} text
   * @param {number} [limit]
   */
  const search = (entries, text, limit = 30) => {
    const query = important(words(text));
    if (query.length === 0) return [];
    const isCode = /\p{Ll}\p{Lu}|[.:()]\S/u.test(text);
    return entries
      .map((entry) => ({ entry, score: score(entry, query, isCode && entry.kind !== "guide" ? 1 : entry.weight) }))
      .filter((result) => result.score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, limit)
      .map((result) => result.entry);
  };

  /**
   * Returns a part of a text around the first word of the query that it contains.
   *
   * @param {string} body
   * @param {string[]} query
   */
  const excerpt = (body, query) => {
    const text = folded(body);
    const first = Math.min(...query.map((word) => text.indexOf(word)).filter((at) => at >= 0), text.length);
    if (first < 90 || first === text.length) return body.slice(0, 220);
    const start = body.lastIndexOf(" ", first - 50) + 1;
    return `… ${body.slice(start, start + 220)}`;
  };

  globalThis.siteRank = { prepare, search, words, excerpt };
}
