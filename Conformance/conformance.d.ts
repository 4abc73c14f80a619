/** What the conformance pages give to whoever runs them, and the suite's own shapes. */

/** Where a rule comes from: the customer's document, another public source, or a decision of ours. */
type ConformanceMark = "brief" | "public" | "chosen";

type ConformanceStatus = "pass" | "fail" | "skip";

interface ConformanceRule {
  /** The rule's number, such as `today-3.2.1`: protocol, section of the sheet, place in it. */
  number: string;
  mark: ConformanceMark;
  /** The rule in one sentence. */
  rule: string;
  /** Whether nothing else can be checked once this one fails. */
  gate?: boolean;
  /** Gives the detail of a pass; throws to fail, or what `conformance.skip` throws to skip. */
  check(): string | Promise<string>;
}

interface ConformanceResult {
  number: string;
  /** The sheet's section: the number without the protocol and the last place. */
  section: string;
  mark: ConformanceMark;
  rule: string;
  status: ConformanceStatus;
  detail: string;
  milliseconds: number;
}

interface ConformanceReport {
  protocol: string;
  /** False while checks still run. */
  done: boolean;
  passed: number;
  failed: number;
  skipped: number;
  results: ConformanceResult[];
}

/** What became of one message: how it settled first, and how often it settled in all. */
interface ConformanceOutcome {
  kind: "resolved" | "rejected" | "threw" | "no promise" | "no answer";
  value?: any;
  settlements: number;
}

/** How a sub-frame is made. */
type ConformanceFrameKind =
  | "same-origin"
  | "cross-origin"
  | "srcdoc"
  | "data"
  | "blob"
  | "about:blank"
  | "sandboxed";

/** What a page of the suite puts into a sub-frame. */
interface ConformanceFrameContent {
  /** The page, for frames that load one; relative to the suite's page. */
  page: string;
  /** The script, for frames that are written in place. */
  script: string;
  /** What the page's address ends with, from its # on. */
  fragment?: string;
}

interface Window {
  __conformance: ConformanceReport;
  /** Resolves when every rule was checked. */
  __conformanceDone: Promise<ConformanceReport>;
}
