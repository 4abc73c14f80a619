/** What whoever drives the demo can wait for. */
interface Window {
  /** Whether the tour is over. */
  __demoDone: boolean;
  /** Resolves with the conversation when the tour is over; tokens are masked in it. */
  __demo: Promise<{ said: string; answered: string; milliseconds: number }[]>;
}
