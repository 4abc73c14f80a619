/** What whoever drives the demo can wait for. */
interface Window {
  /** Whether the demo has run once. */
  __demoDone: boolean;
  /** Resolves with the conversation by then; secrets are masked in it. */
  __demo: Promise<{ said: string; answered: string; milliseconds: number }[]>;
}
