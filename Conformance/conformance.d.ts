/** The types of the conformance suites, including the report that a test runner reads. */

/**
 * The source of a rule: the document that defines the protocol for hosts, another published document, or a decision of
 * this project.
 */
type ConformanceMark = "contract" | "published" | "causeway";

type ConformanceStatus = "pass" | "fail" | "skip";

interface ConformanceRule {
  /** The rule's number, such as `today-3.2.1`: the protocol, the section, and the position in the section. */
  number: string;
  mark: ConformanceMark;
  /** The rule in one sentence. */
  rule: string;
  /** Whether all later rules are skipped if this one fails. */
  gate?: boolean;
  /** Returns the detail of a pass. Throws to fail; calls `conformance.skip` to skip. */
  check(): string | Promise<string>;
}

interface ConformanceResult {
  number: string;
  /** The rule's section, such as `3.2`: the number without the protocol and the position. */
  section: string;
  mark: ConformanceMark;
  rule: string;
  status: ConformanceStatus;
  detail: string;
  milliseconds: number;
}

interface ConformanceReport {
  protocol: string;
  /** Whether the checks of all rules have ended. */
  done: boolean;
  passed: number;
  failed: number;
  skipped: number;
  results: ConformanceResult[];
}

/** The outcome of one message: how it settled first, and how many times it settled. */
interface ConformanceOutcome {
  kind: "resolved" | "rejected" | "threw" | "no promise" | "no answer";
  value?: any;
  settlements: number;
}

/** The way in which a sub-frame is created. */
type ConformanceFrameKind =
  | "same-origin"
  | "cross-origin"
  | "srcdoc"
  | "data"
  | "blob"
  | "about:blank"
  | "sandboxed";

/** The content that a suite's page puts into a sub-frame. */
interface ConformanceFrameContent {
  /** The page for frames that load one, relative to the suite's page. */
  page: string;
  /** The script for frames whose HTML the suite writes itself. */
  script: string;
  /** The fragment of the page's URL, with the `#`. */
  fragment?: string;
}

interface Window {
  __conformance: ConformanceReport;
  /** Resolves when every rule was checked. */
  __conformanceDone: Promise<ConformanceReport>;
}
