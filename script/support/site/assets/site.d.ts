// The values that the scripts of the site share.
declare namespace Site {
  /** A line of the index: the title, the page or module around it, the address, the kind, the text, 1 for whole pages, the weight. */
  type Row = [string, string, string, string, string, 0 | 1, number];

  interface Entry {
    title: string;
    context: string;
    address: string;
    kind: string;
    body: string;
    isPage: boolean;
    weight: number;
    folded: { title: string; short: string; context: string; body: string };
  }

  interface Rank {
    prepare(rows: Row[]): Entry[];
    search(entries: Entry[], query: string, limit?: number): Entry[];
    words(query: string): string[];
    excerpt(body: string, query: string[]): string;
  }
}

declare var siteIndex: Site.Row[] | undefined;
declare var siteRank: Site.Rank;
